// Plays one hand of each game against a running server, by the types that openapi-typescript makes of its description.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
const baseUrl = process.argv[2] ?? "http://127.0.0.1:8080";

const games: Record<string, [number, Schemas["NewGameRules"]]> = {
  holdem: [2, { holdem: { betting: "no_limit", small_blind: 5, big_blind: 10, showdown_seconds: 0 } }],
  doudizhu: [3, { doudizhu: { bidding: "call_rob", card_millis: 0, showing_seconds: 1 } }],
  shengji: [4, { shengji: { card_millis: 0, declaring_seconds: 1 } }],
};

function choose(options: Schemas["GameOptions"]): Schemas["GameAction"] {
  if ("holdem" in options) return { holdem: holdem(options.holdem) };
  if ("doudizhu" in options) return { doudizhu: doudizhu(options.doudizhu) };
  return { shengji: shengji(options.shengji) };
}

function holdem(options: Schemas["HoldemOptions"]): Schemas["HoldemAction"] {
  if (options.run_twice) return { type: "run_twice", agree: false };
  if (options.show) return { type: "show" };
  if (options.check) return { type: "check" };
  return options.call === null ? { type: "fold" } : { type: "call" };
}

function doudizhu(options: Schemas["DoudizhuOptions"]): Schemas["DoudizhuAction"] {
  switch (options.type) {
    case "bid":
      return { type: "bid", points: options.points[0] ?? 3 };
    case "call":
      return { type: "call" };
    case "play": {
      const cheapest = options.suggested[0];
      if (!cheapest) return { type: "pass" };
      const { kind, main } = cheapest.reading;
      return { type: "play", cards: cheapest.cards, as: { kind, main } };
    }
    default:
      return { type: "pass" };
  }
}

function shengji(options: Schemas["ShengjiOptions"]): Schemas["ShengjiAction"] {
  switch (options.type) {
    case "declare": {
      const choice = options.standing ? undefined : options.choices[0];
      return choice ? { type: "declare", card: choice.card, pair: choice.pair } : { type: "pass" };
    }
    case "bury":
      return { type: "bury", cards: options.suggested };
    default:
      return { type: "play", cards: options.suggested };
  }
}

function answered<T>({ data, error }: { data?: T; error?: Schemas["Problem"] }): T {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

async function guest() {
  const client = createClient<paths>({ baseUrl });
  const welcome = answered(await client.POST("/v1/guests", { body: {} }));
  client.use({
    onRequest({ request }) {
      request.headers.set("authorization", `Bearer ${welcome.tokens.access_token}`);
    },
  });
  return client;
}

for (const [name, [seats, game]] of Object.entries(games)) {
  const players = await Promise.all(Array.from({ length: seats }, guest));
  const stakes = { min_buy_in: 100, max_buy_in: 1000 };
  const options = { name, game, seats, ...stakes, dealing: { type: "by_hand" } } as const;
  const { table } = answered(await players[0]!.POST("/v1/tables", { body: options }));
  const at = { params: { path: { id: table.id } } };
  for (const player of players) {
    answered(await player.POST("/v1/tables/{id}/seats", { ...at, body: { buy_in: 1000 } }));
  }
  answered(await players[0]!.POST("/v1/tables/{id}/hands", at));
  let [actions, ended] = [0, false];
  for (const end = Date.now() + 60_000; !ended && Date.now() < end; ) {
    for (const player of players) {
      const { you, version, last_hand } = answered(await player.GET("/v1/tables/{id}", at));
      ended ||= last_hand !== null;
      if (!you?.options) continue;
      const body = { at: version, action: choose(you.options) };
      const { error } = await player.POST("/v1/tables/{id}/actions", { ...at, body });
      if (error && error.code !== "stale") throw new Error(`${error.code}: ${error.detail}`);
      actions += 1;
    }
    await new Promise((wake) => setTimeout(wake, 20));
  }
  if (!ended) throw new Error(`${name}: the hand did not end`);
  console.log(`${name}: a hand of ${actions} actions`);
}
