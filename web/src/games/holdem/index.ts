import type { GameModule } from "../module";
import Extra from "./Extra.svelte";
import Felt from "./Felt.svelte";
import Zone from "./Zone.svelte";

export const module: GameModule = {
  Felt,
  Zone,
  Extra,
  Result: () => import("./Result.svelte"),
  After: () => import("./After.svelte"),
};
