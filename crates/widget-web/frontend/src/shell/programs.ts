/**
 * Programs that this page has at hand for its views. A view has an origin of its own, for which a
 * browser keeps no cache: it loads a program again each time, unless this page hands it one.
 */

const KEY = "widget-programs";

export type Addresses = Readonly<Partial<Record<string, string>>>;

/** The names of the programs that the widget of a frame needs, which stand in the page. */
export function programsOf({ dataset }: HTMLElement): string[] {
  return (dataset["programs"] ?? "").split(",").filter((name) => name !== "");
}

export class Programs {
  readonly #texts = new Map<string, Promise<string>>();

  constructor(
    private readonly addresses: Addresses,
    private readonly storage: Storage | null,
    private readonly fetchText: (address: string, priority: RequestPriority) => Promise<string>,
  ) {}

  /**
   * The address of a view that needs these programs. Of those that an earlier page has fetched it
   * asks this page, which gets them from its cache meanwhile.
   */
  viewFor(names: readonly string[]): string {
    const kept = this.#kept();
    const isHeld = (name: string) => kept.has(this.addresses[name] ?? "");
    const held = names.filter(isHeld);
    for (const name of held) void this.#fetched(name, "high").catch(() => {});
    const query = Object.entries({ with: names.filter((name) => !isHeld(name)), held })
      .filter(([, some]) => some.length > 0)
      .map(([key, some]) => `${key}=${some.join()}`);
    return query.length > 0 ? `/view?${query.join("&")}` : "/view";
  }

  /** The text of a program; rejects with an `Error` when there is none. */
  text(name: string): Promise<string> {
    return this.#fetched(name, "high");
  }

  /** Fetches for the next page what the views of this one have loaded themselves. */
  async keep(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#fetched(name, "low")));
    const known = new Set(Object.values(this.addresses));
    const now = [...names.map((name) => this.addresses[name]), ...this.#kept()];
    const kept = [...new Set(now)].filter((address) => known.has(address));
    this.storage?.setItem(KEY, JSON.stringify(kept));
  }

  #fetched(name: string, priority: RequestPriority): Promise<string> {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const address = Object.hasOwn(this.addresses, name) ? this.addresses[name] : undefined;
    if (address === undefined) return Promise.reject(new Error("there is no such program"));
    const text = this.fetchText(address, priority);
    this.#texts.set(name, text);
    text.catch(() => this.#texts.delete(name));
    return text;
  }

  /** The addresses, which carry a hash, of what the browser has in its cache unless it was cleared. */
  #kept(): Set<string> {
    try {
      const kept: unknown = JSON.parse(this.storage?.getItem(KEY) ?? "[]");
      return new Set(isTexts(kept) ? kept : []);
    } catch {
      return new Set();
    }
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
