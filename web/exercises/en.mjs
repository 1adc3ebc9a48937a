// The texts of the Exercises screen in English. exercises/zh.mjs has the same names.

export const en = {
  title: "Exercises",
};
