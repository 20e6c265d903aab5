/** For so long keys that have just come hear nothing. */
const deafness = 250;

/**
 * Whether a press counts: one rule for buttons, the keyboard and the fan. Nobody does by accident what a button meant a
 * moment ago: new keys are deaf at first, and a press that began on the keys of another decision does nothing.
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

  /** The keyboard of a table. What `acts` is heard as a button is; what `shows` changes nothing but what is seen. */
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
