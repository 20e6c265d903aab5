import type { en, parts as englishParts } from "./en";
import games from "../../../crates/client/words/zh/games.json" with { type: "json" };

const suits = { s: "黑桃", h: "红桃", d: "方块", c: "梅花" };
const rankOf = (rank: string) => (rank === "T" ? "10" : rank);

export const zh: typeof en = {
  ...games,
  name: "中文",
  gameAlso: { holdem: "", doudizhu: "", shengji: "" },
  card(rank, suit) {
    if (suit === "joker") return rank === "2" ? "大王" : "小王";
    return `${suits[suit as keyof typeof suits]}${rankOf(rank)}`;
  },
  rank: (card) => (card === "X2" ? "大王" : card === "X1" ? "小王" : rankOf(card.charAt(0))),
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
    title: "坐下就玩",
    sub: "起个名字，选个游戏，马上入座。",
    yourName: "你的名字",
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
    names: "静鹭,琥珀狐,老柳树,铜灯笼,纸鹤,北风,绿茶,好运獭,河石,晚月",
  },

  company: {
    label: "和谁玩",
    novice: "新手",
    intermediate: "中等",
    advanced: "高手",
    people: "真人",
    sub: "电脑，马上发牌",
    peopleSub: "人齐了才发牌",
  },

  stakes: {
    stake: (chips) => `底分 ${chips}`,
    noStake: "不计筹码",
    betting: { no_limit: "无限注", pot_limit: "底池限注", fixed_limit: "固定限注" },
  },

  waits: {
    play: "去打牌",
    inPlay: "游戏中",
    waiting: "等待中",
    yourTurn: "轮到你了",
    thinks: (who) => `${who.name}在思考`,
  },

  table: {
    menu: "菜单",
    log: "记录",
    toLobby: "回到大厅",
    hand: (number) => `第${number}手`,
    waiting: "等待中",
    you: "你",
    away: "离开",
    leaving: "将离桌",
    newcomer: "下一手",
    closed: "牌桌已关闭。",
    shut: "关闭",
    seconds: (count) => `${count}秒`,
    left: (count) => `还有${count}秒`,
    bank: (count) => `+${count}秒备用`,
    onBank: "正在用备用时间",
    lostLine: "掉线",
    thinks: (who) => `${who.name}在思考`,
    yourTurn: "轮到你了",
    sending: "发送中",
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
  told: async () => ({ told: (await import("./zh.told")).told }),
  holdem: async () => ({ holdem: (await import("./zh.holdem")).holdem }),
  doudizhu: async () => ({ doudizhu: (await import("./zh.doudizhu")).doudizhu }),
  shengji: async () => ({ shengji: (await import("./zh.shengji")).shengji }),
};
