import { SHARED_VOICES } from './catalogue.js';
import type { Voice, VoiceDirectory } from './voice.js';

const BY_ID = new Map(SHARED_VOICES.map((voice) => [voice.id, voice]));

/** The shared catalogue alone. */
export class SharedVoices implements VoiceDirectory {
  find(_workspace: string, id: string): Promise<Voice | undefined> {
    return Promise.resolve(BY_ID.get(id));
  }
}
