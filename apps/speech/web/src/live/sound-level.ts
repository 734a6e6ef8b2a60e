/** How loud it is, between 0 and 1: the microphone tells twenty times a second, and only its meter wants to know. */
export class SoundLevel {
  #level = 0;
  readonly #listeners = new Set<() => void>();

  readonly now = (): number => this.#level;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly hear = (level: number): void => {
    this.#level = level;
    for (const listener of this.#listeners) listener();
  };
}
