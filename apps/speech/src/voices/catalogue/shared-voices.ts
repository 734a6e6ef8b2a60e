import { Injectable } from '@nestjs/common';
import { SHARED_VOICES } from './catalogue.js';
import type { Voice } from './voice.js';
import { VoiceNameSettings } from './voice-name.settings.js';

/** Voices of the installation's models and servers. */
export abstract class InstalledVoices {
  /** Those that are there now: the same array until they change. */
  abstract voices(): readonly Voice[];
  /** Those of models that are loading: they can be asked for by name, and are not listed yet. */
  abstract expected(): readonly Voice[];
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
    const voices = [...this.models.voices(), ...this.models.expected()];
    const builtIn = BUILT_IN.get(id);
    return (
      voices.find((voice) => voice.id === id) ??
      (builtIn === undefined ? undefined : this.named(builtIn))
    );
  }

  /** Another voice under the name that people know; the built-in one until that is there. */
  private named(voice: Voice): Voice {
    const found = standInFor(voice, this.models.voices(), this.settings);
    return found === undefined ? voice : { ...found, id: voice.id, displayName: voice.displayName };
  }
}

/** The voice of a model that speaks under the name of this one; nothing where none does. */
function standInFor(
  voice: Voice,
  voices: readonly Voice[],
  { voiceNames }: Pick<VoiceNameSettings, 'voiceNames'>,
): Voice | undefined {
  const other = voiceNames?.get(voice.id);
  return other === undefined ? bestFor(voice, voices) : voices.find(({ id }) => id === other);
}

/** The one that most people hear first. */
const DEFAULT = 'george';

/** The voice of a model that speaks as the default voice; nothing where none does. */
export function defaultVoiceOf(
  voices: readonly Voice[],
  settings: Pick<VoiceNameSettings, 'voiceNames'>,
): Voice | undefined {
  const voice = BUILT_IN.get(DEFAULT);
  return voice === undefined ? undefined : standInFor(voice, voices, settings);
}

/**
 * The best neural voice that may be a default one, of the same locale and gender: for names that people know, whose own voice
 * is a formant one. Voices whose id says that they are formant ones stay what they are.
 */
function bestFor({ id, locale, gender }: Voice, voices: readonly Voice[]): Voice | undefined {
  if (!NAMES.has(id)) return undefined;
  return voices
    .filter((voice) => voice.locale === locale && voice.gender === gender)
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0))[0];
}

const NAMES = new Set([DEFAULT, 'lisa']);

const BUILT_IN: ReadonlyMap<string, Voice> = new Map(
  SHARED_VOICES.map((voice) => [voice.id, voice]),
);
