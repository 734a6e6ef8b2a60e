import type { GlossaryEntry } from './terminology.js';
import type { Direction } from './translation-engine.js';

/** A form of an entry's source and the form of its target that belongs to it. */
export type FormPair = readonly [source: string, target: string];

/** Knows how words are inflected. */
export interface Morphology {
  /**
   * Other forms of the entries of a glossary, such as `houses` and `viviendas` of `house` and `vivienda`.
   *
   * Never fails: what is not known has no other forms.
   *
   * @returns one list for each entry, without the forms in the entry itself
   */
  forms(
    direction: Direction,
    entries: readonly GlossaryEntry[],
  ): Promise<readonly (readonly FormPair[])[]>;
}

/** Takes every entry as it is written. */
export const noMorphology: Morphology = {
  forms: (_direction, entries) => Promise.resolve(entries.map(() => [])),
};
