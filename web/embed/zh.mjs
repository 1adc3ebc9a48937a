// The texts of the embed and its builder in Chinese. embed/en.mjs has the same names.

export const zh = {
  openPage: "在 Grundy 中打开", toStart: "回到开始",
  title: "把当前画面嵌入其他网页",
  about: "把下面这一行复制到您网页的源代码中。框架不保存任何内容，也不向其他服务器发送任何内容。",
  parts: "显示的部分", partNames: { verdict: "答案", board: "棋盘", moves: "着法", rules: "规则", table: "表格" },
  width: "宽度（像素；留空为全宽）", language: "界面语言", readersLanguage: "由读者的浏览器决定",
  scheme: "配色", readersScheme: "由读者的系统决定", light: "浅色", dark: "深色",
  line: "放入网页的一行", fits: "高度随内容调整",
  fitsAbout: "把这段脚本在网页中放一次，每个 Grundy 框架的高度就会与其内容一致。",
  preview: "预览", frameTitle: (/** @type {string} */ position) => `Grundy：${position}`, noPart: "请至少选择一个部分。",
  onlyHere: "这份 Grundy 只在本机，其他网页无法显示它。请打开公开的网页来制作框架。",
};
