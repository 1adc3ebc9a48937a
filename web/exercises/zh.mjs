// The texts of the Exercises screen in Chinese. exercises/en.mjs has the same names.

export const zh = {
  title: "练习",
};
