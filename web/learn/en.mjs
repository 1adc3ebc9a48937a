// The texts of the Learn screen in English. learn/zh.mjs has the same names.

export const en = {
  title: "Learn",
};
