import shared from "../../../crates/client/words/en/learn.json" with { type: "json" };
import { fill } from "./fill";

/**
 * How each game is played, what its words mean, and the guide of the first hand.
 *
 * A word in brackets is one of `term`: `[bomb]`, or `[bombs|bomb]` if the sentence has another form of it. The page draws a dotted line
 * under it, and a press opens its sentence.
 */
export const learn = {
  title: "How it is played",
  titleOf: (game: string) => fill(shared.titleOf, [game]),
  games: "Games",
  atThisTable: "At this table",
  meaning: "Meaning",
  close: "Close",
  guideAgain: "Show the guide again",
  guideAgainDone: "The guide is offered again in the lobby.",
  back: "Back",
  tableName: "First hand",
  withGuide: "Play a first hand with a guide",
  withGuideHere: "Guide me at this table",
  /** Under the key of the guide: its cost, and that the player may leave it. */
  withGuideSub: {
    holdem: "With play chips. Leave the guide at any time.",
    doudizhu: "Nothing to lose. Leave the guide at any time.",
    shengji: "Nothing to lose. Leave the guide at any time.",
  },
  first: { title: "New to a game?", sub: "A real hand against computers, with a guide.", again: "Once more, with the guide" },

  how: shared.how,

  /** The sixth row: the options of this table that differ. */
  house: {
    holdem: {
      pot_limit: "Pot limit: nobody may raise by more than the [pot].",
      fixed_limit: "Fixed limit: each bet and raise has one size, and four of them a round are the most.",
      ante: "Everybody pays a little before each hand: the [ante].",
      straddle: "The player after the big blind may pay double: a [straddle].",
      must_straddle: "The player after the big blind has to pay double: a [straddle].",
      twice: "All in early? If all agree, the last cards are dealt twice. Each time wins half.",
    },
    doudizhu: {
      rob: "No bids: one player [calls|call landlord], the others may [rob]. Each rob doubles what is paid.",
      wild: "One rank is [wild]: it stands for any card but a joker.",
      wilds: "Two ranks are [wild]: they stand for any card but a joker.",
      double: "After the bids, each player may [double].",
      open: "You may [show your cards|open hand] to all. That multiplies what is paid.",
    },
    shengji: {
      stake: (chips: string) => `For chips: each loser pays ${chips} for each level that the winners go up.`,
      steal: "After the kitty is buried, a stronger card may [steal] it.",
      twos: "Every 2 is a trump.",
      must: (levels: string) => `These levels cannot be skipped: ${levels}.`,
      hook: "Attackers who win the last trick with a J send declarers at J back to 2.",
      penalty: "A [throw] that fails costs points.",
    },
  },

  /** The texts in the pictures. */
  picture: {
    yours: "yours",
    all: "for everybody",
    blinds: "blinds",
    best: "best",
    partner: "partner",
    you: "you",
    trumps: "all trumps",
    points: "200 points in all",
    peasants: "peasants",
    landlord: "landlord",
    out: "0 cards",
    wins: "wins",
    names: ["Mei", "Otto", "Ada"] as [string, string, string],
  },

  /** One or two words each, for the picture of the table's own rules. */
  sign: {
    ante: "Ante",
    twice: "Twice",
    steal: "Steal",
    twos: "2 2 2 2",
    hook: "J → 2",
    penalty: "Throw −10",
  },

  /** One sentence for each word. */
  term: {
    // All games
    trick: "A trick is one round: each player puts down cards, and the highest wins them.",
    lead: "To lead is to play first. The others have to answer that.",
    stake: "The stake is what one point is worth, in chips.",
    straight: "A straight is five cards in a row, like 6 7 8 9 10. Suits do not matter.",
    trump: "Trumps beat every card of the other suits.",
    // Hold'em
    button: "The button marks the dealer's place. It moves on by one player each hand.",
    blind: "The blinds are bets that two players have to make before the cards are dealt.",
    ante: "An ante is a small amount that has to be paid before each hand.",
    straddle: "A straddle is a third blind, twice the big blind.",
    check: "To check is to stay in without paying. You can do it while nobody has bet.",
    call: "To call is to pay as much as the highest bet.",
    raise: "To raise is to bet more. The others have to pay it or fold.",
    fold: "To fold is to give up this hand. What you have paid stays in the pot.",
    pot: "The pot is all the chips that were bet in this hand.",
    "all in": "All in means that all your chips are bet. You stay in the hand and pay no more.",
    "side pot": "A side pot is what the others bet beyond the chips of a player who is all in. That player cannot win it.",
    flush: "A flush is five cards of one suit.",
    "full house": "A full house is three cards of one rank and two of another.",
    "straight flush": "A straight flush is five cards in a row, all of one suit.",
    board: "The board is the open cards in the middle. They count for everybody.",
    kicker: "A kicker is the highest card beside your pair. It decides between equal pairs.",
    equity: "How often you would win if all the cards came now and nobody folded.",
    "pot odds": "What you pay now, as a share of the pot that you can win with it.",
    muck: "To muck is to put your cards away without showing them.",
    // Dou Dizhu
    landlord: "The landlord plays alone against the other two, with three cards more.",
    peasant: "The two peasants are partners. If one of them is out of cards, both win.",
    trio: "A trio is three cards of one rank. It may carry one card or a pair.",
    run: "A straight is five or more cards in a row, without 2 and jokers. Suits do not matter.",
    "pair chain": "A chain of pairs is three or more pairs in a row, like 5 5 6 6 7 7.",
    airplane: "An airplane is two or more trios in a row. Each may carry one card or a pair.",
    "four with two": "Four cards of one rank may carry two cards or two pairs. They are then no bomb.",
    bomb: "A bomb is four cards of one rank. It beats all but a higher bomb and the rocket.",
    rocket: "The rocket is both jokers together. Nothing beats it.",
    spring: "Spring: the landlord wins before a peasant has played a card. It doubles what is paid.",
    "anti-spring": "Anti-spring: the peasants win after the landlord has played only once. It doubles what is paid.",
    bid: "Your bid says how many times the stake you want to play for as landlord.",
    "call landlord": "Who calls wants to be landlord. The others may still rob it.",
    rob: "To rob is to take the landlord's place from the player who called. It doubles what is paid.",
    double: "A player who doubles wins or loses twice as much.",
    wild: "A wild card stands for any other card but a joker.",
    "open hand": "An open hand can be seen by all. It multiplies what is paid.",
    multiplier: "The multiplier is the bid, times two for each bomb, rocket and spring.",
    // Shengji
    level: "Your level is the rank that your team plays now. It goes up from 2 to A.",
    declare: "To declare is to show a level card during the deal. Its suit becomes trump.",
    declarer: "The declarer takes the kitty, buries eight cards and leads first.",
    attackers: "The attackers are the two players against the declarer's team. They need 80 points.",
    kitty: "The kitty is eight cards that nobody gets. The declarer takes them and puts eight others back.",
    bury: "To bury is to put eight cards of your choice face down as the kitty.",
    tractor: "A tractor is two or more pairs in a row in one suit, like 7 7 8 8.",
    throw: "A throw is several leads of one suit at once. It fails if another player can beat one of them.",
    steal: "To steal the kitty is to show a stronger card after the bury, and bury again with new trumps.",
    ruff: "To ruff is to play trumps when you have no card of the suit that was led.",
    "no trump": "No trump: only jokers and level cards are trumps.",
    points: "Point cards: a 5 counts 5, a 10 and a K count 10 each.",
  },
};
