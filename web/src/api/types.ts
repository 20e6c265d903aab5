import type { components } from "./schema";

export type Schemas = components["schemas"];

export type TableView = Schemas["TableView"];
export type Chair = Schemas["ChairView"];
export type Change = Schemas["SeenChange"];
export type Decision = Schemas["Decision"];
export type Problem = Schemas["Problem"];
export type Card = Schemas["Card"];
export type Seat = Schemas["Seat"];
export type HandView = Schemas["HandView"];
export type HandResult = Schemas["HandResult"];
export type GameAction = Schemas["GameAction"];
export type GameEvent = Schemas["GameEvent"];
export type TableEvent = Schemas["TableEvent"];
export type NewTable = Schemas["NewTable"];
export type Preferences = Schemas["Preferences"];
export type TournamentView = Schemas["Tournament"];
export type TournamentEntry = Schemas["TournamentEntryView"];
export type TournamentOptions = Schemas["TournamentOptions"];
export type Level = Schemas["TournamentLevel"];
export type Me = Schemas["Me"];

export type GameName = "holdem" | "doudizhu" | "shengji";
export const games: GameName[] = ["holdem", "doudizhu", "shengji"];

/** The game of rules, a state or options: each is an object with the game's name as its only member. */
export function gameOf(tagged: object): GameName {
  return Object.keys(tagged)[0] as GameName;
}
