import type { Problem } from "../api/types";
import shared from "../../../crates/client/words/en/problems.json" with { type: "json" };

const mistake = "This page made a mistake. Load it again.";

/**
 * The texts of refusals. Every code of the API has a text; a code without text comes from a newer server. `shared` is
 * also the terminal's.
 */
export const problem = {
  ...shared,
  offline: "No connection. Your move was not sent.",
  refused: "The server refused that.",
  not_alone: "Other people play this hand too, so there is no advice.",
  no_bots_here: "Nobody may seat computer players here.",
  too_many_emotes: "Slowly. Say something again in a moment.",
  token_missing: "Sign in first.",
  token_reused: "Somebody else used your sign-in. It has been ended.",
  "shengji.must_follow": "You have to follow with {demanded} cards of the suit.",
  // Requests that this page never sends, and codes that only the tools have.
  malformed_header: mistake,
  malformed_path: mistake,
  malformed_query: mistake,
  others_cursor: mistake,
  no_such_route: mistake,
  method_not_allowed: mistake,
  unsupported_media_type: mistake,
  upgrade_required: mistake,
  ticket_invalid: mistake,
  foreign_origin: mistake,
  not_admin: mistake,
  no_admin: mistake,
  key_reused: mistake,
  "holdem.card_count": mistake,
  "holdem.joker": mistake,
  "holdem.duplicate_card": mistake,
  "holdem.board_size": mistake,
  "holdem.hand_count": mistake,
  "holdem.seat_twice": mistake,
  "holdem.unknown_seat": mistake,
  "holdem.nobody_eligible": mistake,
  "holdem.too_many_chips": mistake,
  "holdem.player_count": mistake,
  "holdem.range": mistake,
  "holdem.too_few_cards": mistake,
  "holdem.stack_count": mistake,
  "holdem.prize_count": mistake,
  "holdem.empty_stack": mistake,
  "holdem.prize_rises": mistake,
  "holdem.sum_too_large": mistake,
  "holdem.no_hand_left": mistake,
  "holdem.conflict": mistake,
  "holdem.too_large": mistake,
  "holdem.out_of_time": mistake,
  "doudizhu.number_of_cards": mistake,
  "doudizhu.not_wild": mistake,
  "doudizhu.no_play_on_table": mistake,
  "doudizhu.too_many_plays": mistake,
  "shengji.third_copy": mistake,
  "shengji.too_many_cards": mistake,
  "shengji.list_count": mistake,
} satisfies Record<Problem["code"] | "offline" | "refused", string>;
