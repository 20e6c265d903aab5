import type { Words } from "./en";
import shared from "../../../crates/client/words/zh/shengji.json" with { type: "json" };

const groups: Record<string, string> = shared.group;

export const shengji: Words["shengji"] = {
  ...shared,
  even: "南北",
  odd: "东西",
  trump: "主",
  points: "得分",
  cards: (count) => `${count}张`,
  of: (points) => `/ ${points}`,
  pointsOf: (points, of) => `${of}分中得${points}分`,
  toDeal: (count) => `${count} 张未发`,
  declareAny: (level) => `[亮|declare]${level}定主`,
  declareSub: "发牌时可以亮主",
  overturn: "可以用更大的牌反主",
  declaredBy: (who, what) => `${who.name}亮${what}`,
  declare: "亮主",
  nothing: "不亮",
  nothingYet: "现在不能亮主",
  ready: (what) => `可亮${what}`,
  cardsOf: (count, of) => `${count}/${of}张`,
  passed: "有变化之前不亮",
  flipping: "翻底牌定主",
  stealing: "可以[抄底|steal]",
  buryTitle: (count) => `[扣|bury]${count}张[底牌|kitty]`,
  burySub: "末圈被抠底，底分要翻倍",
  buries: (who) => `${who.name}在[扣底|bury]`,
  bury: "扣底",
  chosen: (count, of) => `${count}/${of}`,
  chosenPoints: (count, of, points) => `已选${count}/${of}张 · ${points}分`,
  youDeal: "你坐庄",
  lowerAll: "放下",
  hint: "提示",
  play: "出牌",
  playCount: (count) => `出牌 ${count}`,
  lead: "该你出牌",
  leadSub: "出一门花色，也可以[甩牌|throw]",
  leads: (who) => `${who.name}先出`,
  led: "先出",
  ledBy: (led, winning) => `${led.name}先出，${winning.name}最大`,
  thinks: (who) => `${who.name}在思考`,
  throwsNow: "甩牌：可能失败",
  tricks: (mine) => `得圈 ${mine}`,
  group: (group) => groups[group] ?? group,
  owed: (group, cards, inGroup, runs) => {
    const name = groups[group] ?? group;
    if (inGroup === 0) return "跟牌：任意出";
    if (inGroup < cards) return `跟牌：${name}全出，其余任意`;
    const tractors = runs.filter((pairs) => pairs > 1);
    const pairs = runs.filter((pairs) => pairs === 1).length;
    if (tractors.length > 0) return `跟牌：${name}${tractors[0]}连对[拖拉机|tractor]`;
    if (pairs * 2 === cards) return `跟牌：${pairs === 1 ? "一对" : `${pairs}对`}${name}`;
    if (pairs > 0) return `跟牌：${cards}张${name}，含${pairs}对`;
    return cards === 1 ? `跟牌：${name}` : `跟牌：${cards}张${name}`;
  },
  must: (count) => `有${count}张必须出`,
  free: "选择要出的牌",
};
