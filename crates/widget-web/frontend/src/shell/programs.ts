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
  readonly #fetched = new Map<string, Promise<Blob>>();

  constructor(
    private readonly addresses: Addresses,
    private readonly storage: Storage | null,
    private readonly fetch: (address: string, priority: RequestPriority) => Promise<Blob>,
  ) {}

  /**
   * The address of a view that needs these programs. Of those that an earlier page has fetched it
   * asks this page, which gets them from its cache meanwhile.
   */
  viewFor(names: readonly string[]): string {
    const kept = this.#kept();
    const isHeld = (name: string) => kept.has(this.addresses[name] ?? "");
    const held = names.filter(isHeld);
    // The failure is the answer to the view that asks for it.
    for (const name of held) this.get(name).catch(() => {});
    const query = Object.entries({ with: names.filter((name) => !isHeld(name)), held })
      .filter(([, some]) => some.length > 0)
      .map(([key, some]) => `${key}=${some.join()}`);
    return query.length > 0 ? `/view?${query.join("&")}` : "/view";
  }

  /** Fetches a program once; rejects with an `Error` when there is none. */
  get(name: string): Promise<Blob> {
    const known = this.#fetched.get(name);
    if (known !== undefined) return known;
    const address = Object.hasOwn(this.addresses, name) ? this.addresses[name] : undefined;
    if (address === undefined) return Promise.reject(new Error("there is no such program"));
    const program = this.fetch(address, "high");
    this.#fetched.set(name, program);
    program.catch(() => this.#fetched.delete(name));
    return program;
  }

  /** Fetches for the next page what the views of this one have loaded themselves. */
  async keep(names: readonly string[]): Promise<void> {
    const kept = this.#kept();
    const known = new Set(Object.values(this.addresses));
    const wanted = names.map((name) => this.addresses[name] ?? "").filter((one) => known.has(one));
    const fetched = wanted.map(async (address) => {
      if (!kept.has(address)) await this.fetch(address, "low");
      return address;
    });
    const settled = await Promise.allSettled(fetched);
    for (const one of settled) if (one.status === "fulfilled") kept.add(one.value);
    const now = [...kept].filter((address) => known.has(address));
    this.storage?.setItem(KEY, JSON.stringify(now));
    const failed = settled.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
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
