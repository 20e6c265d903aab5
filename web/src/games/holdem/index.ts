import type { GameModule } from "../module";
import Felt from "./Felt.svelte";
import Zone from "./Zone.svelte";

export const module: GameModule = {
  Felt,
  Zone,
  Extra: () => import("./Extra.svelte"),
  Result: () => import("./Result.svelte"),
  After: () => import("./After.svelte"),
};
