import { Injectable } from '@nestjs/common';
import type { Direction } from './direction.js';
import { Engines } from './engines.js';
import { noMorphology, type Morphology, type Term, type TermForm } from './morphology.js';

/** The morphology of the first engine that has one. */
@Injectable()
export class EngineMorphology implements Morphology {
  readonly #morphology: Morphology;

  constructor({ all }: Engines) {
    const able = all.find(({ morphology }) => morphology !== undefined);
    this.#morphology = able?.morphology ?? noMorphology;
  }

  forms(direction: Direction, entries: readonly Term[]): Promise<readonly (readonly TermForm[])[]> {
    return this.#morphology.forms(direction, entries);
  }
}
