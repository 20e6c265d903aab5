import { Refusal } from "../api/client";
import type { GameAction, Schemas } from "../api/types";
import type { Table } from "./table.svelte";

/** What the server says of the cards that are lifted, before they are played: nothing is judged here. */
export class Judge {
  preview: Schemas["GamePreview"] | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** Forgets what was said of other cards; asks about these once they have been the same for a moment. */
  consider(action: GameAction | null): void {
    this.preview = null;
    this.refusal = null;
    clearTimeout(this.#timer);
    const question = ++this.#asked;
    if (!action) return;
    this.#timer = setTimeout(async () => {
      const answer = await this.table.judge(action);
      if (question !== this.#asked) return;
      if (answer instanceof Refusal) this.refusal = answer;
      else this.preview = answer;
    }, 60);
  }

  /** Judges at once, for whoever plays faster than that: what is lifted by then may be asked about beside it. */
  async now(action: GameAction, at: number): Promise<boolean> {
    const answer = await this.table.judge(action, at);
    if (answer instanceof Refusal) this.refusal = answer;
    return !(answer instanceof Refusal);
  }
}
