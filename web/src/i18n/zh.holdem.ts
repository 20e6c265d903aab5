import type { Words } from "./en";
import shared from "../../../crates/client/words/zh/holdem.json" with { type: "json" };

const rank = (rank: string | undefined) => (rank === "T" ? "10" : (rank ?? ""));

export const holdem: Words["holdem"] = {
  ...shared,
  pot: "底池",
  main: "主池",
  side: "[边池|side pot]",
  board: "牌面",
  boards: "每个牌面各分一半底池",
  fold: "弃牌",
  check: "过牌",
  call: "跟注",
  bet: "下注",
  raise: "加注到",
  allIn: "全下",
  min: "最小",
  max: "最大",
  presetPot: "底池",
  less: "减少",
  more: "增加",
  share: "下注大小",
  foldAnyway: "可以过牌仍弃牌",
  checkFold: "过牌/弃牌",
  callAhead: "跟注",
  ahead: "提前选择",
  dropped: (what) => `价格变了，“${what}”已取消。`,
  twice: "发两次",
  once: "发一次",
  show: "亮牌",
  muck: "盖牌",
  straddle: "抓头",
  runningOut: "正在发完公共牌",
  wonWith: (names, hand) => `${names}：${hand}`,
  won: "赢得",
  made: (category, ranks) =>
    shared.made[category === "straight_flush" && ranks[0] === "A" ? "royal" : category].replace(/\{(\d)\}/g, (_, at) => rank(ranks[at])),
};
