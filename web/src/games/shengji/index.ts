import type { GameModule } from "../module";
import Felt from "./Felt.svelte";
import Head from "./Head.svelte";
import Zone from "./Zone.svelte";

export const module: GameModule = {
  Felt,
  Zone,
  Head,
  Result: () => import("./Result.svelte"),
  After: () => import("./After.svelte"),
};
