// The texts of the Learn screen in Chinese. learn/en.mjs has the same names.

export const zh = {
  title: "学习",
};
