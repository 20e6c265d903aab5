/** How long new keys ignore presses. */
const deafness = 250;

/**
 * Whether a press counts: one rule for buttons, the keyboard and the fan. It prevents that a press acts on a button
 * that has just changed: new keys ignore presses at first, and a press that began on the keys of another decision does
 * nothing.
 */
export class Presses {
  #since: number | null = null;
  #came = 0;
  #began: number | null | undefined;

  /** The keys of a decision are there. */
  come(since: number | null): void {
    this.#since = since;
    this.#came = performance.now();
  }

  /** A finger or a key goes down. */
  begin(): void {
    this.#began = this.#since;
  }

  get isDeaf(): boolean {
    return performance.now() - this.#came < deafness;
  }

  /** Whether the press that ends now counts. */
  count(): boolean {
    const isOld = this.#began !== undefined && this.#began !== this.#since;
    this.#began = undefined;
    return !isOld && !this.isDeaf;
  }

  /**
   * The keyboard of a table. A key in `acts` is treated like a button; a key in `shows` changes only what is visible.
   */
  key(event: KeyboardEvent, acts: Record<string, () => void>, shows: Record<string, () => void>): void {
    const isTyping = (event.target as Element).closest("input:not([type=range]), dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const act = acts[key];
    if (act && !event.repeat && !this.isDeaf) act();
    else if (!act && shows[key]) shows[key]();
    else if (!act) return;
    event.preventDefault();
  }
}
