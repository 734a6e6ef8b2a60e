import { Injectable } from '@nestjs/common';
import {
  CONSENT_RULE,
  usableRecording,
  type Recording,
  RecordingDecoder,
} from '../../recordings/usable-recording.js';
import { CONSENT_ERRORS } from './consent-errors.js';
import { Challenges, type ConsentChallenge } from './challenge.js';
import { scorePhrase, type PhraseScore } from '../../recognition/consent-phrase.js';
import { NO_RECOGNISER, Recogniser, type Transcript } from '../../recognition/recogniser.js';
import { SpeakerCheck, type SpeakerScore } from '../../recognition/speaker-check.js';

export interface ConsentAttempt {
  readonly workspace: string;
  readonly challengeId: string;
  readonly recording: Uint8Array;
  readonly sample: Recording;
}

/** A consent that was verified, with all that the decision was made of. */
export interface VerifiedConsent {
  readonly challenge: ConsentChallenge;
  readonly recording: Recording;
  readonly transcript: Transcript;
  readonly phrase: PhraseScore;
  readonly speaker: SpeakerScore;
  readonly speakerCheck: string;
}

/** Checks that the speaker of a sample has read a challenge's phrase. */
@Injectable()
export class ConsentVerifier {
  constructor(
    private readonly challenges: Challenges,
    private readonly recogniser: Recogniser,
    private readonly speakers: SpeakerCheck,
    private readonly decoder: RecordingDecoder,
  ) {}

  /** What can be known before any work. @throws {Problem} as `verify` */
  async requireReady(workspace: string, challengeId: string): Promise<void> {
    await this.challenges.requireUsable(workspace, challengeId);
    if (await this.recogniser.isAvailable()) return;
    throw CONSENT_ERRORS.verificationUnavailable({ ...LATER, message: NO_RECOGNISER });
  }

  /**
   * The challenge is used up before anything is compared with it, whatever comes of that: no guessing. What goes wrong
   * earlier, such as a recording that cannot be decoded or a recogniser that fails, leaves it as it is.
   *
   * @throws {Problem} for each thing that is wrong; 503 when there is no recogniser: never accepted blindly
   */
  async verify(attempt: ConsentAttempt): Promise<VerifiedConsent> {
    const { workspace, challengeId, sample } = attempt;
    const { challenges, recogniser, speakers, decoder } = this;
    const maxSeconds = Math.min(CONSENT_RULE.maxSeconds, recogniser.maxSeconds ?? Infinity);
    const rule = { ...CONSENT_RULE, maxSeconds };
    const recording = await usableRecording(attempt.recording, rule, { decoder, workspace });
    const [transcript, speaker] = await Promise.all([
      recogniser.transcribe(recording.pcm, workspace),
      speakers.compare(recording, sample, workspace),
    ]).catch((error: unknown) => {
      throw unavailable(error);
    });
    const challenge = await challenges.use(workspace, challengeId);
    const phrase = scorePhrase(challenge.words, transcript.text);
    if (!phrase.accepted) throw CONSENT_ERRORS.phraseMismatch();
    if (!speaker.isSame) throw CONSENT_ERRORS.speakerMismatch();
    return { challenge, recording, transcript, phrase, speaker, speakerCheck: speakers.name };
  }
}

const LATER = { headers: { 'Retry-After': '60' } };

const unavailable = (cause: unknown): Error =>
  CONSENT_ERRORS.verificationUnavailable({ ...LATER, cause });
