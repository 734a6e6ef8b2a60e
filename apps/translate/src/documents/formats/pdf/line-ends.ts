interface EndedLine {
  readonly x: number;
  readonly right: number;
}

/** Where the longest of the lines end that begin at about the same place. O(n log n) to make, O(log n) to ask. */
export class LineEnds {
  readonly #starts: readonly number[];
  /** A segment tree over the lines by where they begin: the ends of each node, the last one first. */
  readonly #ends: (readonly number[])[];

  /** @param most ends that an answer has at most */
  constructor(
    lines: readonly EndedLine[],
    private readonly most: number,
  ) {
    const sorted = lines.toSorted((a, b) => a.x - b.x);
    this.#starts = sorted.map(({ x }) => x);
    this.#ends = [...sorted.map(() => []), ...sorted.map(({ right }) => [right])];
    for (let node = sorted.length - 1; node > 0; node -= 1) {
      this.#ends[node] = this.#longest(this.#at(2 * node), this.#at(2 * node + 1));
    }
  }

  /** Ends of the lines that begin nearer to a place than a distance; the last one first. */
  near(x: number, distance: number): readonly number[] {
    let low = this.#firstFrom((start) => start > x - distance) + this.#starts.length;
    let high = this.#firstFrom((start) => start >= x + distance) + this.#starts.length;
    let found: readonly number[] = [];
    for (; low < high; low >>= 1, high >>= 1) {
      if (low % 2 === 1) found = this.#longest(found, this.#at(low++));
      if (high % 2 === 1) found = this.#longest(found, this.#at(--high));
    }
    return found;
  }

  #at(node: number): readonly number[] {
    return this.#ends[node] ?? [];
  }

  #longest(some: readonly number[], others: readonly number[]): readonly number[] {
    return [...some, ...others].toSorted((a, b) => b - a).slice(0, this.most);
  }

  #firstFrom(isBehind: (start: number) => boolean): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(this.#starts[middle] ?? Infinity)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
