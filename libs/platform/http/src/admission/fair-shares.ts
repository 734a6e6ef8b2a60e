/** Owners that were served less are forgotten when there are more than so many. */
const MOST_KEPT = 1000;

/**
 * Who is served next: owners that want the same get the same, and whoever wants less than that does not wait behind the others.
 *
 * Each owner has a virtual time that advances by what it was served; the one that is behind is next, and nobody saves up for
 * later.
 *
 * @see Goyal, Vin, Cheng: Start-time Fair Queuing, SIGCOMM 1996
 */
export class FairShares {
  /** When what was served last began. */
  #now = 0;
  /** When what an owner was served ends. */
  readonly #ends = new Map<string, number>();

  /** @returns the owner that is behind; of several the one that has wanted nothing for longest, then the first */
  next(owners: Iterable<string>): string | undefined {
    let next: string | undefined;
    let first = { start: Infinity, end: Infinity };
    for (const owner of owners) {
      const own = { start: this.#startOf(owner), end: this.#ends.get(owner) ?? 0 };
      const isBehind =
        own.start < first.start || (own.start === first.start && own.end < first.end);
      if (!isBehind) continue;
      first = own;
      next = owner;
    }
    return next;
  }

  served(owner: string, amount: number): void {
    const start = this.#startOf(owner);
    this.#now = Math.max(this.#now, start);
    this.#ends.set(owner, start + amount);
    if (this.#ends.size > MOST_KEPT) this.#forget();
  }

  #startOf(owner: string): number {
    return Math.max(this.#now, this.#ends.get(owner) ?? 0);
  }

  /** Of those whose time is over nothing need be known. */
  #forget(): void {
    for (const [owner, end] of this.#ends) if (end <= this.#now) this.#ends.delete(owner);
  }
}
