import type { Words } from "./en";
import type { Closest } from "./en.guide";
import shared from "../../../crates/client/words/zh/guide.json" with { type: "json" };

const kinds: Record<string, string> = {
  single: "单张",
  straight: "[顺子|run]",
  pair: "对子",
  pair_chain: "[连对|pair chain]",
  trio: "[三张|trio]",
  airplane: "[飞机|airplane]",
  trio_single: "[三带一|trio]",
  airplane_singles: "[飞机|airplane]带单",
  trio_pair: "[三带二|trio]",
  airplane_pairs: "[飞机|airplane]带对",
  quad_singles: "四带二",
  quad_pairs: "四带两对",
  bomb: "[炸弹|bomb]",
  rocket: "[王炸|rocket]",
};
const kind = (of: string) => kinds[of] ?? "同样的牌型";
const plain = (text: string) => text.replace(/\[([^\]|]*)(\|[^\]]*)?\]/g, "$1");
const groups: Record<string, string> = { spades: "黑桃", hearts: "红桃", clubs: "梅花", diamonds: "方块", trump: "主牌" };

interface OnTable {
  kind?: string;
  length?: number;
}

const wings: Record<string, string> = {
  trio: "三张只能带一张或一对，不能带两张不同的牌。",
  airplane: "飞机每个三张带一张，或每个带一对。",
  quad: "四张可以带两张单牌或两对。",
};
const wing = (of = "") => wings[of.startsWith("airplane") ? "airplane" : of.startsWith("quad") ? "quad" : "trio"]!;

const flaws: Record<string, (closest?: Closest | null) => string> = {
  wings: (closest) => wing(closest?.kind),
  forbidden_wings: () => shared.flaws.forbidden_wings,
  gap: () => "点数要连着，这里断了。",
  short_chain: () => shared.flaws.short_chain,
  high_in_chain: () => shared.flaws.high_in_chain,
  unlike: () => "可以出单张、对子、[三张|trio]、[顺子|run]、[连对|pair chain]或[炸弹|bomb]。",
};

/** 第一手的教学，为什么不能出，提示的理由。 */
export const guide: Words["guide"] = {
  withGuide: "教学",
  stop: "。",
  may: "你可以",
  good: "高手会",
  why: "因为",
  more: "讲一讲",
  less: "收起",
  leave: "不看教学",
  left: "教学已关闭，在菜单的“怎么玩”里可以再打开。",
  notAlone: "桌上有别的玩家，教学已关闭。",
  mend: "选能出的牌",
  next: "下一手，继续教学",
  nextAlone: "不看教学",
  happened: "这一手",
  you: (what) => `你选了：${what}。`,
  liftedCards: "出已选好的牌",
  playCards: "出",
  pass: "不出",
  thinking: "稍等……",

  refused: {
    "doudizhu.no_play": ({ flaw, closest }) => ({
      title: "这些牌不成牌型",
      text: (flaws[String(flaw)] ?? (closest ? () => wing((closest as Closest).kind) : flaws.unlike!))(closest as Closest | null),
    }),
    "doudizhu.other_kind": ({ table }) => {
      const lies = kind((table as OnTable | undefined)?.kind ?? "");
      return { title: `现在只能出${plain(lies)}`, text: `桌上是${lies}：要出同样的牌型，而且更大，或者出[炸弹|bomb]。` };
    },
    "doudizhu.other_length": ({ table }) => ({
      title: "张数要和桌上的一样",
      text: `桌上是${kind((table as OnTable | undefined)?.kind ?? "")}，长度${(table as OnTable | undefined)?.length ?? ""}，你的也要一样长。`,
    }),
    "doudizhu.not_higher": ({ table }) => ({
      title: "不够大",
      text: `要管上${kind((table as OnTable | undefined)?.kind ?? "")}，点数要更大。3最小，A、2和王最大。`,
    }),
    "doudizhu.must_lead": () => ({ title: "该你先出，不能不出", text: "什么牌都可以出。" }),
    "shengji.wrong_number": ({ demanded }) => ({ title: `这里要出${demanded}张`, text: "首家出几张，每家都出几张。" }),
    "shengji.mixed_groups": () => ({ title: "先出只能出一门花色，或者都出主牌", text: "级牌和王都是[主牌|trump]，不看上面的花色。" }),
    "shengji.must_follow": ({ demanded, group }) => ({
      title: `要跟${demanded}张${groups[String(group)] ?? "同花色的牌"}`,
      text: "有首家的花色就必须跟，没有了才能出别的。",
    }),
    "shengji.must_serve": ({ demanded }) => ({
      title: Array.isArray(demanded) && demanded.some((length) => Number(length) > 1) ? "有[拖拉机|tractor]要跟拖拉机" : "有对子要跟对子",
      text: "这门花色里你有，就必须出；只有一部分，就出那一部分。",
    }),
  },

  keeps: {
    bomb: "[炸弹|bomb]",
    rocket: "[王炸|rocket]",
    chain: "最长的[顺子|run]",
    trios: "[三张|trio]",
    pairs: "对子",
    high: shared.keeps.high,
  },
  keepsAll: (what) => `${what.join("、")}都不拆。`,
  suggested: {
    lowest: "这些牌对你用处最小。",
    only_choice: "按规则只能这样出。",
    no_points: "这些牌里没有[分|points]。",
    trump_saved: "把[主牌|trump]留到更要紧的一[圈|trick]。",
  },

  holdem: {
    title: {
      ask: "轮到你了",
      free: "还没有人下注",
      pay: (chips) => `要付${chips}才能留下`,
      end: "别家都打完了",
      twice: "已经全下：余下的公共牌",
    },
    may: {
      fold: "[弃牌|fold]",
      check: "免费[过牌|check]",
      call: (chips) => `[跟注|call]${chips}`,
      bet: (least, most) => `下注${least}到${most}`,
      raise: (least, most) => `[加注|raise]到${least}以上，最多${most}`,
      show: "亮牌",
      muck: "[盖牌|muck]",
      twice: "余下的牌发一次或两次",
    },
    good: {
      fold: "弃牌。",
      check: "过牌。",
      call: "跟注。",
      bet: (to) => `下注${to}。`,
      raise: (to) => `加注到${to}。`,
      show: "亮牌。",
      muck: "盖牌。",
      run_twice: "发两次。",
    },
    happened: {
      wins: (name, chips) => `${name}赢得${chips}。`,
      with: (name, chips, hand) => `${name}赢得${chips}：${hand}。`,
    },
    outcome: (chips, players) => `底池现在是${chips}，还有${players}家。`,
  },
  doudizhu: {
    may: {
      lead: "随意出：单张、对子、[三张|trio]、[顺子|run]……",
      beat: (of) => `出更大的${kind(of)}，出炸弹，或者不出。`,
      none: "只能不出，没有更大的牌。",
      bid: (points) => `叫${points.join("、")}分，或者不叫。`,
      call: "[叫地主|call landlord]，或者不叫。",
      rob: "[抢地主|rob]，或者不抢。",
      double: "[加倍|double]，或者不加倍。",
      show: "[明牌|open hand]，或者不明牌。",
    },
    good: {
      bid: (points) => `叫${points}分。`,
      call: "叫地主。",
      rob: "抢地主。",
      double: "加倍。",
      show: "明牌。",
      pass: "不出。",
      no: "不这样做。",
    },
    outcome: {
      beaten: (name) => `${name}管上了。`,
      stood: "没有人管。",
      passed: (name) => `你没出，这一轮${name}最大。`,
    },
    happened: {
      landlord: (times) => `[地主|landlord]先出完，每个农民付${times}倍[底注|stake]。`,
      peasants: (times) => `农民先出完，[地主|landlord]付每人${times}倍[底注|stake]。`,
      void: "没有人当[地主|landlord]，这一手不算。",
    },
  },
  shengji: {
    may: {
      declare: "[亮|declare]一张级牌，或者不亮。",
      nothing: "只能等，还没有能亮的牌。",
      bury: (count) => `任选${count}张[扣底|bury]。`,
      lead: "出同一门花色的单张、对子或[拖拉机|tractor]。",
      follow: {
        free: "随便出：这门花色你没有了。",
        rest: "只能选其余要垫的牌。",
        all: "只能出这几张：这门花色你没有别的牌了。",
        some: "选出哪几张。有这门花色就必须跟。",
      },
    },
    good: {
      declare: "亮",
      pass: "不亮。",
      bury: "扣下已选好的牌。",
    },
    happened: {
      held: (points, levels) => `[闲家|attackers]得${points}分，庄家升${levels}级。`,
      taken: (points, levels) => `[闲家|attackers]得${points}分，上台${levels > 0 ? `，升${levels}级` : ""}。`,
      void: "没有人亮主，这一手不算。",
    },
    outcome: (name, points) => `${name}赢了这[圈|trick]${points ? `，得${points}分` : ""}。`,
  },

  reason: {
    check_is_free: "不花筹码就能看下一张，牌又不够好，不用下注。",
    price_is_good: "这个价钱，你的牌赢得够多。",
    hand_may_improve: "现在落后，但牌可能变好，变好就赢得多。",
    price_is_bad: "这个价钱，你的牌赢得太少。",
    they_show_strength: "这样下注，多半比你的牌大。",
    weak_hand_early: "多数起手牌会输，这手就是。",
    strong_start: "这两张是最好的起手牌之一。",
    steal_the_blinds: "别家可能都弃牌，[盲注|blind]就归你。",
    short_stack: "筹码这么少，小加注以后就没有选择了。",
    bet_for_value: "你的牌比多数会跟的牌好。",
    semi_bluff: "别家可能弃牌；不弃，你的牌还可能变好。",
    bluff: "别家弃牌你才能赢。",
    show_winner: "亮出来的牌才能赢。",
    muck_loser: "已经输了，不必给人看。",
    keep_hidden: "已经赢了，牌可以不亮。",
    even_out_luck: "平均赢得一样多，运气影响小一些。",
    strong_enough_to_bid: "大牌多、散牌少，可以一打二。",
    too_weak_to_bid: "大牌太少或散牌太多，不够一打二。",
    double_with_control: "需要时总能把出牌权拿回来。",
    too_weak_to_double: "这手可能会输。",
    show_sure_winner: "让人看也能赢，而且赢得更多。",
    keep_hand_hidden: "别人看到你的牌会打得更好。",
    go_out: "这是最后的牌，出完就赢。",
    lead_unbeatable: "没有[炸弹|bomb]就没人管得上，还是你先出。",
    lead_longest: "一次出掉很多牌，也很少有人管得上。",
    carry_loose_cards: "[三张|trio]带走一张难出的散牌。",
    lead_lowest: "小牌以后赢不了，趁先出时打掉。",
    feed_partner: "同伴只剩一两张，出小的让同伴先走。",
    block_the_landlord: "地主快出完了，出大的拦住。",
    block_the_peasant: "农民快出完了，出大的拦住。",
    win_cheaply: "用最小的牌就管上了。",
    raise_for_partner: "同伴的牌小，垫高一点，地主更难上手。",
    let_partner_win: "同伴最大，让同伴继续出。",
    save_the_bomb: "只有[炸弹|bomb]能管，留着以后更值。",
    save_high_cards: "大牌留着，以后抢出牌权。",
    keep_shape: "要管就得拆散好牌型。",
    cannot_beat: "手里没有牌管得上。",
    bomb_to_stop: "现在是关键，炸了拿到出牌权。",
    declare_strong_suit: "这门做[主|trump]，你的主又多又大。",
    overturn_for_strength: "换成这门[主|trump]，你的牌强得多。",
    secure_declaration: "亮两张，别人就反不了。",
    do_not_declare: "这门做[主|trump]，你的主太少。",
    declaration_stands: "现在的[主|trump]对你们有利。",
    nothing_to_declare: "还没有能亮的牌。",
    bury_short_suits: "绝一门，别人出这门时就能用[主|trump]毙。",
    bury_no_points: "扣没有[分|points]的小牌，闲家抠底也没用。",
    bury_least_needed: "这几张最没用，别的更值钱。",
    lead_winner: "这门里没人大得过，赢了再出。",
    throw_winners: "同一门几手大牌可以一起[甩|throw]。",
    lead_tractor: "别家很少有[拖拉机|tractor]，只能拆对子跟。",
    lead_pair: "别家要么出对子，要么拆对子。",
    draw_trumps: "调[主|trump]，让别家的主用完。",
    lead_to_partners_ruff: "对家没有这门，可以[毙|ruff]。",
    lead_low: "没有稳赢的牌，出小的最省。",
    must_follow: "按规则只能这样出。",
    give_partner_points: "对家最大，给对家[分|points]。",
    win_the_trick: "用最小的牌赢下这[圈|trick]。",
    ruff_points: "这圈有[分|points]，用[主|trump]毙。",
    ruff_to_lead: "用[主|trump]毙，拿到先出。",
    keep_points_back: "这圈是对方的，不给[分|points]。",
    save_trump: "这圈不值得用[主|trump]。",
    play_lowest: "这圈不值得出大牌。",
  },
  numbers: (equity, price) => (price === null ? `[胜率约${equity}%|equity]。` : `[胜率约${equity}%|equity]，[价钱是${price}%|pot odds]。`),
  noReason: "多数高手在这里都会这样。",
};
