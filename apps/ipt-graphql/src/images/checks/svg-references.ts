interface Part {
  /** Elements in it. */
  elements: number;
  /** Ids that it draws, as often as it does. */
  readonly draws: string[];
}

/**
 * Counts what is drawn when parts of an image draw each other: ten parts that each draw the next ten times are few
 * bytes, and ten thousand million elements.
 */
export class SvgReferences {
  #count = 0;
  readonly #parts = new Map<string, Part>();
  readonly #whole: Part = { elements: 0, draws: [] };
  /** The parts around the current element, and undefined for elements without an id. */
  readonly #open: (Part | undefined)[] = [];

  /** References in all, however often each is drawn. */
  get count(): number {
    return this.#count;
  }

  open(id: string | undefined, draws: readonly string[]): void {
    this.#count += draws.length;
    this.#open.push(id === undefined ? undefined : this.#partOf(id));
    for (const part of [this.#whole, ...this.#open]) {
      if (part === undefined) continue;
      part.elements += 1;
      part.draws.push(...draws);
    }
  }

  close(): void {
    this.#open.pop();
  }

  /**
   * Elements that are drawn in all; infinite when a part draws itself, or when parts draw parts more than
   * `maxDepth` deep.
   */
  drawn(maxDepth: number): number {
    const known = new Map<string, number>();
    const sizeOf = ({ elements, draws }: Part, depth: number): number =>
      draws.reduce((sum, id) => sum + sizeOfId(id, depth + 1), elements);
    const sizeOfId = (id: string, depth: number): number => {
      const part = this.#parts.get(id);
      if (part === undefined) return 0;
      if (depth > maxDepth) return Infinity;
      let size = known.get(id);
      if (size === undefined) {
        known.set(id, Infinity); // what is met again while it is counted draws itself
        size = sizeOf(part, depth);
        known.set(id, size);
      }
      return size;
    };
    return sizeOf(this.#whole, 0);
  }

  #partOf(id: string): Part {
    const part = this.#parts.get(id) ?? { elements: 0, draws: [] };
    this.#parts.set(id, part);
    return part;
  }
}
