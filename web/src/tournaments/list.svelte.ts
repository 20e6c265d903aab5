import { api, ask } from "../api/client";
import type { GameName, Schemas, TournamentView } from "../api/types";
import { gameIn, isSitAndGo, priceOf } from "./terms";

type Summary = Schemas["TournamentSummary"];

/** How often the list is read while it is looked at, in milliseconds. */
const every = 5_000;

export type Price = "any" | "free" | "paid";

/** The tournaments that have not ended: the list, and those that the player has entered. */
export class OpenTournaments {
  game: GameName | "all" = $state("all");
  price: Price = $state("any");
  text: string = $state("");
  all: Summary[] = $state.raw([]);
  next: string | null = $state(null);
  loaded: boolean = $state(false);
  views: Map<string, TournamentView> = $state.raw(new Map());
  #reads = 0;

  get isFiltered(): boolean {
    return this.game !== "all" || this.price !== "any" || this.text.trim() !== "";
  }

  get found(): Summary[] {
    const text = this.text.trim().toLowerCase();
    return this.all.filter(
      ({ options }) =>
        (this.game === "all" || gameIn(options) === this.game) &&
        (this.price === "any" || (priceOf(options) === 0) === (this.price === "free")) &&
        options.name.toLowerCase().includes(text),
    );
  }

  whenFull = (): Summary[] => this.found.filter(({ options, phase }) => phase === "registering" && isSitAndGo(options));
  atTime = (): Summary[] => this.found.filter(({ options, phase }) => phase === "registering" && !isSitAndGo(options)).sort((one, other) => Date.parse(one.options.starts_at!) - Date.parse(other.options.starts_at!));
  running = (): Summary[] => this.found.filter(({ phase }) => phase === "playing");

  /** Reads the first page anew, or the one that follows; and these of the player too. */
  async load(mine: string[] = [], after?: string): Promise<void> {
    const read = ++this.#reads;
    const page = await ask(() => api.GET("/v1/tournaments", { params: { query: { open: true, limit: 50, after } } }));
    if (read !== this.#reads) return;
    this.all = after ? [...this.all, ...page.tournaments] : page.tournaments;
    this.next = page.next;
    this.loaded = true;
    if (!after) await this.#readOwn(mine);
  }

  async #readOwn(ids: string[]): Promise<void> {
    const read = (id: string) => ask(() => api.GET("/v1/tournaments/{id}", { params: { path: { id } } })).catch(() => this.views.get(id));
    const views = await Promise.all(ids.map(read));
    this.views = new Map(views.flatMap((view) => (view ? [[view.id, view] as const] : [])));
  }

  /** Keeps it up to date until the returned function is called. */
  follow(mine: () => string[]): () => void {
    const load = () => void this.load(mine()).catch(() => {});
    load();
    const timer = setInterval(load, every);
    return () => clearInterval(timer);
  }
}
