import { RE2JS } from 're2js';
import type { NamePattern } from '../delivery/sink.js';

/** A regular expression of RE2, as Go has it: `(?i)kafka` is one, and none takes for ever. */
export class NameRegex implements NamePattern {
  readonly #pattern: RE2JS;

  /** @throws {Error} when it is none */
  constructor(readonly source: string) {
    this.#pattern = RE2JS.compile(source);
  }

  test(name: string): boolean {
    return this.#pattern.matcher(name).find();
  }
}
