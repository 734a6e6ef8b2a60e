import { Injectable } from '@nestjs/common';
import { SHARED_VOICES } from './catalogue.js';
import type { Voice } from './voice.js';
import { VoiceNameSettings } from './voice-name.settings.js';

/** Voices of the installation's models and servers. */
export abstract class InstalledVoices {
  /** Those that are there now: the same array until they change. */
  abstract voices(): readonly Voice[];
}

/** The voices that every workspace has: the built-in catalogue, and those of models and servers of the installation. */
@Injectable()
export class SharedVoices {
  constructor(
    private readonly models: InstalledVoices,
    private readonly settings: VoiceNameSettings,
  ) {}

  get all(): readonly Voice[] {
    return [...this.models.voices(), ...SHARED_VOICES.map((voice) => this.named(voice))];
  }

  find(id: string): Voice | undefined {
    const installed = this.models.voices().find((voice) => voice.id === id);
    const builtIn = BUILT_IN.get(id);
    return installed ?? (builtIn === undefined ? undefined : this.named(builtIn));
  }

  /** Another voice under the name that people know; the built-in one until that is there. */
  private named(voice: Voice): Voice {
    const other = this.settings.voiceNames?.get(voice.id);
    const found =
      other === undefined ? undefined : this.models.voices().find(({ id }) => id === other);
    return found === undefined ? voice : { ...found, id: voice.id, displayName: voice.displayName };
  }
}

const BUILT_IN: ReadonlyMap<string, Voice> = new Map(
  SHARED_VOICES.map((voice) => [voice.id, voice]),
);
