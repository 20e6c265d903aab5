import { Refusal } from "../api/client";
import type { Card, GameAction, Schemas } from "../api/types";
import type { Table } from "./table.svelte";

/** The server's preview of the lifted cards, before they are played: the page judges nothing itself. */
export class Judge {
  preview: Schemas["GamePreview"] | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  /** Whether to show why they cannot be played: it was tried, or a press would correct them. */
  explains: boolean = $state(false);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** The cards that are too many, if the server names them. */
  get surplus(): Card[] {
    return this.refusal?.problem?.closest?.lower ?? [];
  }

  /** Clears the preview of other cards, and asks for one of these once they have been the same for a moment. */
  consider(action: GameAction | null): void {
    this.preview = null;
    this.refusal = null;
    this.explains = false;
    clearTimeout(this.#timer);
    const question = ++this.#asked;
    if (!action) return;
    this.#timer = setTimeout(async () => {
      const answer = await this.table.judge(action);
      if (question !== this.#asked) return;
      if (answer instanceof Refusal) this.refusal = answer;
      else this.preview = answer;
      if (this.refusal && this.surplus.length > 0) this.#timer = setTimeout(() => (this.explains = true), 1_200);
    }, 60);
  }

  /**
   * Previews at once, for a player who is faster than that. Cards that are lifted meanwhile may be previewed at the
   * same time.
   */
  async now(action: GameAction, at: number): Promise<boolean> {
    const answer = await this.table.judge(action, at);
    if (answer instanceof Refusal) this.refusal = answer;
    this.explains = this.refusal !== null;
    return !(answer instanceof Refusal);
  }
}
