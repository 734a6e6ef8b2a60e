import type { Agreement } from '../text/agreement.js';
import type { Direction } from './direction.js';

/** A word of the source, and what is always said for it. */
export interface Term {
  readonly source: string;
  readonly target: string;
}

/** A form of an entry's source, the form of its target that belongs to it, and how that agrees. */
export interface TermForm extends Term {
  /** Of the target, where it is known. */
  readonly agreement?: Agreement | undefined;
}

/** Knows how words are inflected. */
export abstract class Morphology {
  /**
   * The forms of the entries of a glossary, such as `houses` and `viviendas` of `house` and `vivienda`.
   *
   * Never fails: what is not known has one form, the entry itself.
   *
   * @returns one list for each entry, the entry itself first
   */
  abstract forms(
    direction: Direction,
    entries: readonly Term[],
  ): Promise<readonly (readonly TermForm[])[]>;
}

/** Takes every entry as it is written. */
export const noMorphology: Morphology = {
  forms: (_direction, entries) => Promise.resolve(entries.map((entry) => [entry])),
};
