import { SHARED_VOICES } from './catalogue.js';
import type { Voice } from './voice.js';

/** Names of built-in voices, and the ids of those that speak instead of them while they are there. */
export type VoiceNames = ReadonlyMap<string, string>;

/** The voices that every workspace has: the built-in catalogue, and those of models and servers of the installation. */
export class SharedVoices {
  /** @param installed tells those of models and servers now: the same array until they change */
  constructor(
    private readonly installed: () => readonly Voice[] = () => [],
    private readonly names: VoiceNames = new Map(),
  ) {}

  get all(): readonly Voice[] {
    return [...this.installed(), ...SHARED_VOICES.map((voice) => this.named(voice))];
  }

  find(id: string): Voice | undefined {
    const installed = this.installed().find((voice) => voice.id === id);
    const builtIn = BUILT_IN.get(id);
    return installed ?? (builtIn === undefined ? undefined : this.named(builtIn));
  }

  /** Another voice under the name that people know; the built-in one until that is there. */
  private named(voice: Voice): Voice {
    const other = this.names.get(voice.id);
    const found = other === undefined ? undefined : this.installed().find(({ id }) => id === other);
    return found === undefined ? voice : { ...found, id: voice.id, displayName: voice.displayName };
  }
}

const BUILT_IN: ReadonlyMap<string, Voice> = new Map(
  SHARED_VOICES.map((voice) => [voice.id, voice]),
);
