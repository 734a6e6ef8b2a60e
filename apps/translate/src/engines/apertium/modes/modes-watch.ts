import { statSync } from 'node:fs';

/** A package brings its modes before or after its data: what could not be used is looked at again so often. */
const BROKEN_AGAIN_MS = 60_000;

/** Tells when packages of pairs have come or gone. Asking costs nothing but every ten seconds, and then little. */
export class ModesWatch {
  #lookAtMs: number;
  #againAtMs: number;
  #times: string;

  constructor(
    private readonly directories: readonly string[],
    private readonly everyMs: number,
  ) {
    const nowMs = performance.now();
    this.#lookAtMs = nowMs + everyMs;
    this.#againAtMs = nowMs + BROKEN_AGAIN_MS;
    this.#times = this.#look();
  }

  /**
   * @param lacks whether there are modes that lacked something
   * @returns why they are to be read: packages have come or gone, or what was lacking may be there by now
   */
  due(lacks: boolean): 'changed' | 'again' | undefined {
    const nowMs = performance.now();
    if (nowMs < this.#lookAtMs) return undefined;
    this.#lookAtMs = nowMs + this.everyMs;
    const times = this.#look();
    const isSame = times === this.#times;
    this.#times = times;
    if (isSame && !(lacks && nowMs >= this.#againAtMs)) return undefined;
    this.#againAtMs = nowMs + BROKEN_AGAIN_MS;
    return isSame ? 'again' : 'changed';
  }

  #look(): string {
    return this.directories
      .map((directory) => statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join();
  }
}
