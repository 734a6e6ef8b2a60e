type Pcm = Int16Array<ArrayBuffer>;

/** What was said last: a connection that breaks may have lost some of it. Places are counted in samples from the beginning. */
export class KeptSound {
  readonly #most: number;
  #chunks: Pcm[] = [];
  #first = 0;
  #end = 0;

  /** @param most samples that are kept */
  constructor(most: number) {
    this.#most = most;
  }

  get end(): number {
    return this.#end;
  }

  /**
   * @param sent place up to which sound was sent: what is older may be dropped
   * @returns false when there is no room for it
   */
  add(pcm: Pcm, sent: number): boolean {
    while (this.#end + pcm.length - this.#first > this.#most) {
      const oldest = this.#chunks[0];
      if (oldest === undefined || this.#first + oldest.length > sent) return false;
      this.#chunks.shift();
      this.#first += oldest.length;
    }
    this.#chunks.push(pcm);
    this.#end += pcm.length;
    return true;
  }

  /** What follows a place, at most a chunk of it. @returns nothing where it is not kept any more, or does not exist yet */
  after(place: number): Pcm | undefined {
    let start = this.#first;
    if (place < start) return undefined;
    for (const chunk of this.#chunks) {
      if (place < start + chunk.length) return chunk.subarray(place - start);
      start += chunk.length;
    }
    return undefined;
  }

  has(place: number): boolean {
    return place >= this.#first && place <= this.#end;
  }
}
