import type { en, parts as englishParts } from "./en";
import shared from "../../../crates/client/words/zh/start.json" with { type: "json" };

const suits = { s: "黑桃", h: "红桃", d: "方块", c: "梅花" };
const rankOf = (rank: string) => (rank === "T" ? "10" : rank);

export const zh: typeof en = {
  game: shared.game,
  about: shared.about,
  name: "中文",
  gameAlso: { holdem: "", doudizhu: "", shengji: "" },
  card(rank, suit) {
    if (suit === "joker") return shared.joker[rank as "1"];
    return `${suits[suit as keyof typeof suits]}${rankOf(rank)}`;
  },
  rank: (card) => (card.charAt(0) === "X" ? shared.joker[card.charAt(1) as "1"] : rankOf(card.charAt(0))),
  hiddenCard: "暗牌",
  lifted: "已选",
  how: "怎么玩",
  guided: "打一手教学牌",
  cannotBePlayed: "现在不能出",
  problem: {
    offline: "没有网络，这一步没有发出。",
    internal: "服务器出错，请稍后再试。",
    refused: "服务器拒绝了。",
    stale: "情况已经变了，请重新选择。",

  },

  welcome: {
    ...shared.welcome,
    sub: "起个名字，选个游戏，马上入座。",
    another: "换一个名字",
    account: "我已有账号",
    asGuest: "以游客身份玩",
    login: "账号",
    password: "密码",
    signIn: "登录",
    sitDown: "坐下",
    withCode: "我有邀请码",
    forgot: "忘记密码",
    claim: "我在另一台设备上玩",
  },

  company: {
    ...shared.company,
    label: "和谁玩",
    people: "真人",
    sub: "电脑，马上发牌",
    peopleSub: "人齐了才发牌",
  },

  stakes: {
    ...shared.stakes,
    stake: (chips) => `底分 ${chips}`,
  },

  waits: {
    ...shared.waits,
    play: "去打牌",
    thinks: (who) => `${who.name}在思考`,
  },

  table: {
    ...shared.table,
    waiting: shared.waits.waiting,
    yourTurn: shared.waits.yourTurn,
    menu: "菜单",
    toLobby: "回到大厅",
    hand: (number) => `第${number}手`,
    away: "离开",
    shut: "关闭",
    seconds: (count) => `${count}秒`,
    left: (count) => `还有${count}秒`,
    bank: (count) => `+${count}秒备用`,
    onBank: "正在用备用时间",
    thinks: (who) => `${who.name}在思考`,
    computer: (level) => `电脑玩家，3级中的${level}级`,
    amount: "金额",
    dealer: "庄家",
    pressAgain: "再按一次确认",
    card: (name) => `${name}的名片`,
  },

  line: {
    lost: "连接已断开",
    again: (seconds) => `${seconds}秒后重连`,
    now: "立即",
    back: "已重新连接",
    newer: "服务器比本页面新。",
    missing: "页面的一部分没有加载成功。",
    reload: "刷新",
  },

};

export const parts: typeof englishParts = {
  problems: async () => ({ problem: (await import("./zh.problems")).problem }),
  rooms: async () => (await import("./zh.rooms")).rooms,
  table: async () => (await import("./zh.table")).table,
  people: async () => (await import("./zh.people")).people,
  learn: async () => ({ learn: (await import("./zh.learn")).learn }),
  coming: async () => (await import("./zh.coming")).coming,
  result: async () => (await import("./zh.result")).result,
  sit: async () => ({ sit: (await import("./zh.sit")).sit }),
  guide: async () => ({ guide: (await import("./zh.guide")).guide }),
  tournament: async () => ({ tour: (await import("./zh.tournament")).tournament }),
  inplay: async () => ({ inplay: (await import("./zh.inplay")).inplay }),
  events: async () => ({ events: (await import("./zh.events")).events }),
  holdem: async () => ({ holdem: (await import("./zh.holdem")).holdem }),
  doudizhu: async () => ({ doudizhu: (await import("./zh.doudizhu")).doudizhu }),
  shengji: async () => ({ shengji: (await import("./zh.shengji")).shengji }),
};
