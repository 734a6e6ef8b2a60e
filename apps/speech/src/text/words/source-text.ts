/** Text of which each UTF-16 unit knows where it was written in the caller's input. */
export interface SourceText {
  readonly text: string;
  /** For each unit of `text`, the offset in the input where it begins; same length as `text`. */
  readonly starts: readonly number[];
  /** For each unit of `text`, the offset in the input after its end. */
  readonly ends: readonly number[];
}

/** Collects text and where it stood. */
export class SourceTextBuilder {
  #text = '';
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Adds characters that stand in the input as they are, from `offset` on. */
  addWritten(text: string, offset: number): void {
    for (let index = 0; index < text.length; index += 1) {
      this.#starts.push(offset + index);
      this.#ends.push(offset + index + 1);
    }
    this.#text += text;
  }

  /** Adds text that stands for a stretch of the input, such as a character for its reference. */
  addFor(text: string, start: number, end: number): void {
    this.#starts.push(...new Array<number>(text.length).fill(start));
    this.#ends.push(...new Array<number>(text.length).fill(end));
    this.#text += text;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  take(): SourceText {
    const taken = { text: this.#text, starts: [...this.#starts], ends: [...this.#ends] };
    this.#text = '';
    this.#starts.length = 0;
    this.#ends.length = 0;
    return taken;
  }
}
