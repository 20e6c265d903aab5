import type { Words } from "./en";
import shared from "../../../crates/client/words/zh/doudizhu.json" with { type: "json" };
import { fill } from "./fill";

const rank = (rank: string) => ({ T: "10", B: "小王", R: "大王" })[rank] ?? rank;

const kind: Record<string, string> = shared.kind;

export const doudizhu: Words["doudizhu"] = {
  ...shared,
  stake: (chips) => `底分 ${chips}`,
  base: "叫分",
  auctionOn: "叫分中",
  whoLandlordSub: "叫分最高者得三张底牌",
  callSub: "叫了地主，别人还可以[抢|rob]",
  yourBid: (least) => (least > 1 ? `该你叫分：须高于${least - 1}分` : shared.yourBid),
  bid: (points) => `${points}分`,
  bidKey: (points) => `${points}分`,
  showIt: (factor) => `明牌 ×${factor}`,
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
  autoPass: "自动不出",
  dealing: "正在发牌",
  showing: "可以[明牌|open hand]",
  doublingOn: "可以[加倍|double]",
  multiplier: "倍数明细",
  bombs: (count) => `[炸弹|bomb]${count}个`,
  kind,
  reading: (name, main, length) => {
    const word = kind[name] ?? name;
    if (name === "rocket") return word;
    if (name === "straight") return fill(shared.read.straight, [word, length, rank(main)]);
    if (["pair_chain", "airplane", "airplane_singles", "airplane_pairs"].includes(name)) {
      return fill(shared.read.chain, [name === "pair_chain" ? "对" : word, length, rank(main)]);
    }
    return `${word}${rank(main)}`;
  },
};
