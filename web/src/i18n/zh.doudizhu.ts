import type { Words } from "./en";
import shared from "../../../crates/client/words/zh/doudizhu.json" with { type: "json" };

const rank = (rank: string) => ({ T: "10", B: "小王", R: "大王" })[rank] ?? rank;

const kind: Record<string, string> = shared.kind;

export const doudizhu: Words["doudizhu"] = {
  ...shared,
  stake: (chips) => `底分 ${chips}`,
  landlord: "地主",
  peasant: "农民",
  base: "叫分",
  auctionOn: "叫分中",
  whoLandlord: "谁当[地主|landlord]？",
  whoLandlordSub: "叫分最高者得三张底牌",
  callSub: "叫了地主，别人还可以[抢|rob]",
  yourBid: (least) => (least > 1 ? `该你叫分：须高于${least - 1}分` : "该你叫分"),
  bid: (points) => `${points}分`,
  bidKey: (points) => `${points}分`,
  callIt: "叫地主",
  robIt: "抢地主",
  doubleIt: "加倍",
  showIt: (factor) => `明牌 ×${factor}`,
  pass: "不出",
  decline: { show: "不明牌", bid: "不叫", call: "不叫", rob: "不抢", double: "不加倍" },
  hint: "提示",
  hintOf: (at, of) => `${at}/${of}`,
  play: "出牌",
  playCount: (count) => `出牌 ${count}`,
  lower: (cards) => `放下${cards}`,
  lead: "该你出牌",
  leads: (who) => `${who.name}出牌`,
  leadSub: "随意出",
  beat: (what) => `管上${what}`,
  cannotBeat: "要不起",
  waits: (who) => `${who.name}在思考`,
  cardsLeft: (name, count) => `${name}还剩${count}张牌`,
  left: (count) => `剩${count}张`,
  counter: "记牌器",
  autoPass: "自动不出",
  bottom: "底牌",
  wild: "癞子",
  dealing: "正在发牌",
  showing: "可以[明牌|open hand]",
  doublingOn: "可以[加倍|double]",
  voided: "无人叫地主，重新发牌",
  multiplier: "倍数明细",
  bombs: (count) => `[炸弹|bomb]${count}个`,
  spring: { spring: "[春天|spring]", anti_spring: "[反春|anti-spring]" },
  open: "[明牌|open hand]",
  kind,
  reading: (name, main, length) => {
    const word = kind[name] ?? name;
    if (name === "rocket") return word;
    if (name === "straight") return `${length}张${word}，${rank(main)}起`;
    if (["pair_chain", "airplane", "airplane_singles", "airplane_pairs"].includes(name)) {
      return `${length}${name === "pair_chain" ? "连对" : `连${word}`}，${rank(main)}起`;
    }
    return `${word}${rank(main)}`;
  },
};
