interface Owned<T> {
  readonly items: { readonly item: T; readonly cost: number }[];
  /** What it was given so far; it is the turn of whoever has least. */
  given: number;
}

/**
 * A queue for each owner; whose turn it is is decided by what each was given so far (start-time fair queuing, Goyal, Vin and
 * Cheng 1996). Who comes new, or again, stands where the last one that had a turn stood: nobody saves turns up.
 * O(owners) a turn.
 */
export class FairQueue<T> {
  readonly #owners = new Map<string, Owned<T>>();
  #now = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** So many have something waiting. */
  get owners(): number {
    return [...this.#owners.values()].filter(({ items }) => items.length > 0).length;
  }

  /** Of one owner: how many, and what they cost together. */
  waitingOf(owner: string): { readonly count: number; readonly cost: number } {
    const items = this.#owners.get(owner)?.items ?? [];
    return { count: items.length, cost: items.reduce((sum, { cost }) => sum + cost, 0) };
  }

  /** What all cost that are waiting. */
  get cost(): number {
    return [...this.#owners.keys()].reduce((sum, owner) => sum + this.waitingOf(owner).cost, 0);
  }

  /** @param cost above 0 */
  push(owner: string, item: T, cost: number): void {
    const owned = this.#owners.get(owner) ?? { items: [], given: this.#now };
    this.#owners.set(owner, owned);
    owned.items.push({ item, cost });
    this.#size += 1;
  }

  /** The next one that may have its turn. */
  shift(isAllowed: (item: T) => boolean = () => true): T | undefined {
    let next: { readonly owned: Owned<T>; readonly index: number } | undefined;
    for (const owned of this.#owners.values()) {
      const index = owned.items.findIndex(({ item }) => isAllowed(item));
      if (index >= 0 && (next === undefined || owned.given < next.owned.given))
        next = { owned, index };
    }
    if (next === undefined) return undefined;
    const [taken] = next.owned.items.splice(next.index, 1);
    this.#now = Math.max(this.#now, next.owned.given);
    next.owned.given += taken?.cost ?? 0;
    this.#size -= 1;
    this.tidy();
    return taken?.item;
  }

  remove(item: T): void {
    for (const { items } of this.#owners.values()) {
      const index = items.findIndex((each) => each.item === item);
      if (index < 0) continue;
      items.splice(index, 1);
      this.#size -= 1;
    }
    this.tidy();
  }

  /** All of them; the queue is empty then. */
  drain(): T[] {
    const all = [...this.#owners.values()].flatMap(({ items }) => items.map(({ item }) => item));
    this.#owners.clear();
    this.#size = 0;
    return all;
  }

  /** Who has had less than its share or the same needs no memory. */
  private tidy(): void {
    for (const [owner, { items, given }] of this.#owners) {
      if (items.length === 0 && given <= this.#now) this.#owners.delete(owner);
    }
  }
}
