import { SHARED_VOICES } from './catalogue.js';
import type { Voice } from './voice.js';

/** The voices that every workspace has: the built-in catalogue, and those of models and servers of the installation. */
export class SharedVoices {
  readonly all: readonly Voice[];
  readonly #byId: ReadonlyMap<string, Voice>;

  constructor(installed: readonly Voice[] = []) {
    this.all = [...installed, ...SHARED_VOICES];
    this.#byId = new Map(this.all.map((voice) => [voice.id, voice]));
  }

  find(id: string): Voice | undefined {
    return this.#byId.get(id);
  }
}
