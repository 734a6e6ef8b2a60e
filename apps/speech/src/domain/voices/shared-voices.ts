import { SHARED_VOICES } from './catalogue.js';
import type { Voice } from './voice.js';

/** The voices that every workspace has: the built-in catalogue, and those of models and servers of the installation. */
export class SharedVoices {
  /** @param installed tells those of models and servers now: the same array until they change */
  constructor(private readonly installed: () => readonly Voice[] = () => []) {}

  get all(): readonly Voice[] {
    return [...this.installed(), ...SHARED_VOICES];
  }

  find(id: string): Voice | undefined {
    return this.installed().find((voice) => voice.id === id) ?? BUILT_IN.get(id);
  }
}

const BUILT_IN: ReadonlyMap<string, Voice> = new Map(
  SHARED_VOICES.map((voice) => [voice.id, voice]),
);
