import type { Recording } from '../recordings/usable-recording.js';
import { SAME_SPEAKER, speakerDistance } from '../recordings/voice-print.js';

export interface SpeakerScore {
  /** Greater: less alike. */
  readonly distance: number;
  readonly isSame: boolean;
}

/** Tells whether two recordings are of one speaker. */
export abstract class SpeakerCheck {
  /** Name and version, for the consent record. */
  abstract readonly name: string;
  /** @param workspace whose turn it is */
  abstract compare(one: Recording, other: Recording, workspace: string): Promise<SpeakerScore>;
}

/** The statistics of cepstra; nothing has to be installed for it. */
export class SphericityCheck implements SpeakerCheck {
  readonly name = `sphericity of MFCC 1-19, at most ${SAME_SPEAKER}`;

  compare(one: Recording, other: Recording): Promise<SpeakerScore> {
    const distance = speakerDistance(one.voice, other.voice);
    return Promise.resolve({ distance, isSame: distance <= SAME_SPEAKER });
  }
}
