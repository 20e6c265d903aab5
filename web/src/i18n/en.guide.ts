import type { Problem } from "../api/types";
import shared from "../../../crates/client/words/en/guide.json" with { type: "json" };

/** The nearest play: the server's answer to cards that are no play. */
export interface Closest {
  kind: string;
  lower: string[];
  playable?: boolean;
}

/** Why something cannot be played: the rule, and its meaning here. */
export interface Why {
  title: string;
  text: string;
}

const kinds: Record<string, string> = {
  single: "a single card",
  straight: "a [straight|run]",
  pair: "a pair",
  pair_chain: "a [chain of pairs|pair chain]",
  trio: "a [trio]",
  airplane: "an [airplane]",
  trio_single: "a [trio] with one card",
  airplane_singles: "an [airplane] with single cards",
  trio_pair: "a [trio] with a pair",
  airplane_pairs: "an [airplane] with pairs",
  quad_singles: "four alike with two cards",
  quad_pairs: "four alike with two pairs",
  bomb: "a [bomb]",
  rocket: "the [rocket]",
};
const kind = (of: string) => kinds[of] ?? "the same kind";
const plain = (text: string) => text.replace(/\[([^\]|]*)(\|[^\]]*)?\]/g, "$1");
const groups: Record<string, string> = { spades: "spades", hearts: "hearts", clubs: "clubs", diamonds: "diamonds", trump: "trumps" };

interface OnTable {
  kind?: string;
  length?: number;
}

const wings: Record<string, string> = {
  trio: "Three of a kind carries one card or a pair, not two different cards.",
  airplane: "An airplane carries one card for each trio, or one pair for each.",
  quad: "Four alike carry two single cards or two pairs.",
};
const wing = (of = "") => wings[of.startsWith("airplane") ? "airplane" : of.startsWith("quad") ? "quad" : "trio"]!;

const flaws: Record<string, (closest?: Closest | null) => string> = {
  wings: (closest) => wing(closest?.kind),
  forbidden_wings: () => shared.flaws.forbidden_wings,
  gap: () => "A chain needs every rank in a row. One is missing here.",
  short_chain: () => shared.flaws.short_chain,
  high_in_chain: () => shared.flaws.high_in_chain,
  unlike: () => "Play a single card, a pair, a [trio], a [straight|run], a [chain of pairs|pair chain] or a [bomb].",
};

/** The guide of the first hand, the reasons of refusals, and the reasons of hints. */
export const guide = {
  withGuide: "Guide",
  stop: ".",
  may: "You may",
  good: "Good players",
  why: "Why",
  more: "Explain",
  less: "Close",
  leave: "Leave guide",
  left: "The guide has left. You find it in the menu, under “How it is played”.",
  notAlone: "The guide only helps against computers. It has left.",
  mend: "Lift cards that fit",
  next: "Next hand, with the guide",
  nextAlone: "Without the guide",
  happened: "What happened",
  you: (what: string) => `You chose: ${what}.`,
  liftedCards: "play the lifted cards",
  playCards: "play",
  pass: "pass",
  thinking: "A moment …",

  refused: {
    "doudizhu.no_play": ({ flaw, closest }: Problem): Why => ({
      title: "These cards are no play together",
      text: (flaws[String(flaw)] ?? (closest ? () => wing((closest as Closest).kind) : flaws.unlike!))(closest as Closest | null),
    }),
    "doudizhu.other_kind": ({ table }: Problem): Why => {
      const lies = kind((table as OnTable | undefined)?.kind ?? "");
      return { title: `Here only ${plain(lies)} counts`, text: `On the table lies ${lies}: play the same kind, but higher, or a [bomb].` };
    },
    "doudizhu.other_length": ({ table }: Problem): Why => ({
      title: "It must be as long as the one on the table",
      text: `On the table lies ${kind((table as OnTable | undefined)?.kind ?? "")} of ${(table as OnTable | undefined)?.length ?? ""}. Yours has to have as many.`,
    }),
    "doudizhu.not_higher": ({ table }: Problem): Why => ({
      title: "It is not high enough",
      text: `To beat ${kind((table as OnTable | undefined)?.kind ?? "")}, yours has to be higher. 3 is lowest. A, 2 and the jokers are highest.`,
    }),
    "doudizhu.must_lead": (): Why => ({ title: "You lead, so you cannot pass", text: "Play any cards you like." }),
    "shengji.wrong_number": ({ demanded }: Problem): Why => ({
      title: `Play ${demanded} ${demanded === 1 ? "card" : "cards"} here`,
      text: "Everybody plays as many cards as were led.",
    }),
    "shengji.mixed_groups": (): Why => ({
      title: "A lead is of one suit, or of trumps only",
      text: "Level cards and jokers are [trumps|trump], whatever is printed on them.",
    }),
    "shengji.must_follow": ({ demanded, group }: Problem): Why => ({
      title: `Follow with ${demanded} ${groups[String(group)] ?? "cards of the suit"}`,
      text: "You have to follow the suit that was led, as long as you have it. Only then may you play other cards.",
    }),
    "shengji.must_serve": ({ demanded }: Problem): Why => {
      const isTractor = Array.isArray(demanded) && demanded.some((length) => Number(length) > 1);
      return {
        title: isTractor ? "A [tractor] has to be answered with a tractor" : "A pair has to be answered with a pair",
        text: "You have one in this suit, so you have to play it. If you have only some of it, play what you have.",
      };
    },
  } as Record<string, (problem: Problem) => Why>,

  /** What a suggested play leaves whole. */
  keeps: {
    bomb: "your [bomb]",
    rocket: "your [rocket]",
    chain: "your longest [chain|run]",
    trios: "your [trios|trio]",
    pairs: "your pairs",
    high: shared.keeps.high,
  } as Record<string, string>,
  keepsAll: (what: string[]) => `It keeps ${what.length > 1 ? `${what.slice(0, -1).join(", ")} and ${what.at(-1)}` : what[0]} whole.`,
  suggested: {
    lowest: "These cards are worth least to you.",
    only_choice: "The rules leave no other choice.",
    no_points: "There are no [points] in these cards.",
    trump_saved: "It saves your [trumps|trump] for a better [trick].",
  } as Record<string, string>,

  holdem: {
    title: {
      ask: "It is your turn",
      free: "Nobody has bet",
      pay: (chips: string) => `It costs ${chips} to stay in`,
      end: "The hand is over for the others",
      twice: "All in: the cards that are left",
    },
    may: {
      fold: "[fold]",
      check: "[check] for free",
      call: (chips: string) => `[call] ${chips}`,
      bet: (least: string, most: string) => `bet ${least} to ${most}`,
      raise: (least: string, most: string) => `[raise] to ${least} or more, up to ${most}`,
      show: "show your hand",
      muck: "[muck] it",
      twice: "deal the rest once or twice",
    },
    good: {
      fold: "fold.",
      check: "check.",
      call: "call.",
      bet: (to: string) => `bet ${to}.`,
      raise: (to: string) => `raise to ${to}.`,
      show: "show.",
      muck: "put it away.",
      run_twice: "deal it twice.",
    },
    happened: {
      wins: (name: string, chips: string, isYou: boolean) => `${name} ${isYou ? "win" : "wins"} ${chips}.`,
      with: (name: string, chips: string, hand: string, isYou: boolean) => `${name} ${isYou ? "win" : "wins"} ${chips}: ${hand}.`,
    },
    outcome: (chips: string, players: number) => `The pot is now ${chips}, and ${players === 1 ? "one other is" : `${players} others are`} in.`,
  },
  doudizhu: {
    may: {
      lead: "play any cards: a single card, a pair, a [trio], a [straight|run] …",
      beat: (of: string) => `play ${kind(of).replace(/^(an?|the) /, "a higher ")}, a bomb, or pass.`,
      none: "only pass. Nothing of yours is higher.",
      bid: (points: number[]) => `bid ${points.length > 1 ? `${points.slice(0, -1).join(", ")} or ${points.at(-1)}` : points[0]}, or pass.`,
      call: "[call landlord], or pass.",
      rob: "[rob], or leave it.",
      double: "[double], or not.",
      show: "[show your cards|open hand] to all, or not.",
    },
    good: {
      bid: (points: number) => `bid ${points}.`,
      call: "call.",
      rob: "rob.",
      double: "double.",
      show: "show them.",
      pass: "pass.",
      no: "do not.",
    },
    outcome: {
      beaten: (name: string) => `${name} beat it.`,
      stood: "Nobody beat it.",
      passed: (name: string) => `You passed, and ${name} won the round.`,
    },
    happened: {
      landlord: (times: number) => `The [landlord] got out first. Each peasant pays ${times} times the [stake].`,
      peasants: (times: number) => `A peasant got out first. The [landlord] pays each of them ${times} times the [stake].`,
      void: "Nobody wanted to be [landlord], so the hand does not count.",
    },
  },
  shengji: {
    may: {
      declare: "[show|declare] a level card, or nothing.",
      nothing: "only wait: you hold no card to show.",
      bury: (count: number) => `[bury] any ${count} cards.`,
      lead: "lead one card, a pair or a [tractor] of one suit.",
      follow: {
        free: "play what you like: you have no card of this suit.",
        rest: "only choose the cards that go with them.",
        all: "only play these: you have no other card of the suit.",
        some: "choose which ones. You have to follow the suit while you have it.",
      },
    },
    good: {
      declare: "show",
      pass: "show nothing.",
      bury: "bury the lifted cards.",
    },
    happened: {
      held: (points: number, levels: number) => `The [attackers] have ${points} points. The declarer's team goes up ${levels === 1 ? "one level" : `${levels} levels`}.`,
      taken: (points: number, levels: number) => `The [attackers] have ${points} points, and take the deal${levels > 0 ? `. They go up ${levels === 1 ? "one level" : `${levels} levels`}` : ""}.`,
      void: "Nobody showed a card, so the hand does not count.",
    },
    outcome: (name: string, points: number, isYou: boolean) => `${name} ${isYou ? "take" : "takes"} the [trick]${points ? `, with ${points} points` : ""}.`,
  },

  reason: {
    // Hold'em
    check_is_free: "It costs nothing to see more, and your hand is not strong enough to bet.",
    price_is_good: "Your hand wins often enough for this price.",
    hand_may_improve: "You are behind now, but your hand may get better, and then it wins more.",
    price_is_bad: "Your hand wins too seldom for this price.",
    they_show_strength: "Such a bet mostly means a stronger hand than yours.",
    weak_hand_early: "Most starting hands lose, and this is one of them.",
    strong_start: "Your two cards are among the best to start with.",
    steal_the_blinds: "The others may fold at once, and you win the [blinds|blind].",
    short_stack: "With so few chips, a smaller raise leaves you no choice later.",
    bet_for_value: "Your hand is better than most hands that would pay.",
    semi_bluff: "The others may fold. If not, your hand may still get better.",
    bluff: "Your hand wins only if the others fold.",
    show_winner: "Only a hand that is shown can win.",
    muck_loser: "It has lost. The others need not see it.",
    keep_hidden: "You have won already, and your cards may stay hidden.",
    even_out_luck: "You win as much on average, with less luck.",
    // Dou Dizhu
    strong_enough_to_bid: "You have high cards and few loose ones: enough against two.",
    too_weak_to_bid: "You have too few high cards, or too many loose ones, to play against two.",
    double_with_control: "You can take the lead whenever you have to.",
    too_weak_to_double: "You may lose this hand.",
    show_sure_winner: "You win even if all see your cards, and so you win more.",
    keep_hand_hidden: "The others play better if they see your cards.",
    go_out: "These are your last cards: you win.",
    lead_unbeatable: "Nobody can beat it without a [bomb], so you lead again.",
    lead_longest: "It gets rid of many cards, and few can beat it.",
    carry_loose_cards: "The [trio] takes along a card that is hard to play alone.",
    lead_lowest: "Low cards win nothing later. Play them while you lead.",
    feed_partner: "Your partner has few cards left and can get out on a low one.",
    block_the_landlord: "The landlord has few cards left. Play high to stop that.",
    block_the_peasant: "A peasant has few cards left. Play high to stop that.",
    win_cheaply: "It beats the table with the least you have.",
    raise_for_partner: "Your partner's card is low. A higher one is harder for the landlord.",
    let_partner_win: "Your partner's play is winning. Let your partner lead.",
    save_the_bomb: "Only a [bomb] beats this, and it is worth more later.",
    save_high_cards: "You need your high cards later, to take the lead.",
    keep_shape: "To beat this, you would break a good combination.",
    cannot_beat: "Nothing in your hand beats this.",
    bomb_to_stop: "It takes the lead now, when the hand is decided.",
    // Shengji
    declare_strong_suit: "You would have more and higher [trumps|trump] than most.",
    overturn_for_strength: "Your hand is much stronger with the new [trump].",
    secure_declaration: "With two cards, nobody can overturn your first.",
    do_not_declare: "You would have too few [trumps|trump] of that suit.",
    declaration_stands: "The [trump] that stands is good for your team.",
    nothing_to_declare: "You hold no card to show yet.",
    bury_short_suits: "Without a suit you can play [trumps|trump] when it is led.",
    bury_no_points: "Low cards without [points]: the attackers get nothing from them.",
    bury_least_needed: "You need these cards least. The others are worth more.",
    lead_winner: "Nobody can beat it in its suit: you win and lead again.",
    throw_winners: "Several sure winners of one suit can go together: a [throw].",
    lead_tractor: "The others seldom have a [tractor], and break pairs to follow.",
    lead_pair: "The others have to give a pair, or break one.",
    draw_trumps: "The others run out of [trumps|trump].",
    lead_to_partners_ruff: "Your partner has none of this suit and can [take it with a trump|ruff].",
    lead_low: "You have no sure winner. A low card costs least.",
    must_follow: "The rules leave no other choice.",
    give_partner_points: "Your partner is winning, so give [points].",
    win_the_trick: "It wins the [trick] with the least you have.",
    ruff_points: "There are [points] in this [trick]: take them with a [trump].",
    ruff_to_lead: "A [trump] takes the lead for you.",
    keep_points_back: "The others win this [trick], so give them no [points].",
    save_trump: "This [trick] is worth less than your [trumps|trump].",
    play_lowest: "This [trick] is not worth a high card.",
  } as Record<string, string>,
  numbers: (equity: number, price: number | null) =>
    price === null ? ` You [win about ${equity} of 100|equity].` : ` You [win about ${equity} of 100|equity], and [the price is ${price}|pot odds].`,
  noReason: "Most good players would do this here.",
};
