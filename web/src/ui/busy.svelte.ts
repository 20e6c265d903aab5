import { problemWords } from "../i18n/index.svelte";
import { toast } from "./toasts.svelte";

/** Does it, and shows a refusal. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast(problemWords(error));
  }
}

/** One thing at a time: a second press while the first is on its way does nothing. */
export class Busy {
  on: boolean = $state(false);

  async once(act: () => Promise<unknown>): Promise<void> {
    if (this.on) return;
    this.on = true;
    await attempt(act);
    this.on = false;
  }
}
