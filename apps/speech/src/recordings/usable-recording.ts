import type { ProblemFactory } from '@sextant/platform-http/errors';
import { RECORDING_ERRORS } from './recording-errors.js';
import { containerOf, type Container } from './container.js';
import type { RecordingAnalysis } from './recording-analysis.js';
import { SAME_SPEAKER, speakerDistance, type VoicePrint } from './voice-print.js';

/** An upload that was decoded and measured. */
export interface Recording {
  readonly bytes: Uint8Array;
  readonly container: Container;
  /** Mono, 16,000 samples a second. */
  readonly pcm: Int16Array;
  readonly analysis: RecordingAnalysis;
  readonly voice: VoicePrint;
}

/** Decodes uploads, outside of this process. */
export abstract class RecordingDecoder {
  /**
   * @returns `tooLong` when there is more than `maxSeconds` of it
   * @throws {UndecodableError} for what is no recording @throws {Problem} `engine_busy`
   */
  abstract decode(upload: Upload): Promise<Decoded | 'tooLong'>;
}

/** Decodes recordings at a rate of the caller's choice, outside of this process. */
export abstract class RecordingSamples {
  abstract samplesOf(upload: Upload, sampleRate: number): Promise<Int16Array>;
}

/** Decodes long recordings piece by piece, outside of this process. */
export abstract class RecordingStreams {
  /**
   * @param take the next samples, mono, 16,000 a second
   * @returns `tooLong` when there is more than `maxSeconds` of it
   * @throws {UndecodableError} for what is no recording @throws {Problem} `engine_busy`
   */
  abstract read(
    upload: Upload,
    take: (pcm: Int16Array) => void,
    signal: AbortSignal,
  ): Promise<'whole' | 'tooLong'>;
}

/** Finds what could be a watermark in a recording, outside of this process. */
export abstract class RecordingMarks {
  /** Nothing of what is longer than allowed. */
  abstract marksOf(upload: Upload): Promise<Float64Array | undefined>;
}

export interface Upload {
  readonly bytes: Uint8Array;
  readonly container: Container;
  readonly maxSeconds: number;
  /** Who sent it: workspaces are served in turn. */
  readonly workspace?: string;
}

export interface Decoded {
  readonly pcm: Int16Array;
  readonly analysis: RecordingAnalysis;
}

export class UndecodableError extends Error {}

/** What one kind of upload must be like. */
export interface RecordingRule {
  readonly what: string;
  readonly minSeconds: number;
  readonly maxSeconds: number;
  readonly minVoicedSeconds: number;
  /** Whether another speaker in the second half is looked for. */
  readonly checksOneSpeaker: boolean;
  readonly unusable: ProblemFactory;
}

export const SAMPLE_RULE: RecordingRule = {
  what: 'sample',
  minSeconds: 10,
  maxSeconds: 30,
  minVoicedSeconds: 3,
  checksOneSpeaker: true,
  unusable: RECORDING_ERRORS.sampleUnusable,
};

export const CONSENT_RULE: RecordingRule = {
  what: 'consent_recording',
  minSeconds: 5,
  maxSeconds: 30,
  minVoicedSeconds: 1.5,
  checksOneSpeaker: false,
  unusable: RECORDING_ERRORS.recordingUnusable,
};

const MAX_CLIPPED = 0.01;
const MIN_SIGNAL_TO_NOISE_DB = 10;
/** Halves are short, and what is said in them differs more: refusing a real speaker is the worse mistake here. */
const ONE_SPEAKER = SAME_SPEAKER + 0.15;

/** Who decodes it, and who sent it: workspaces take turns. */
export interface RecordingSource {
  readonly decoder: RecordingDecoder;
  readonly workspace: string;
}

/**
 * Decodes an upload and checks that it can be used.
 *
 * @throws {Problem} `unsupported_audio`, or the rule's own with the reason
 */
export async function usableRecording(
  bytes: Uint8Array,
  rule: RecordingRule,
  { decoder, workspace }: RecordingSource,
): Promise<Recording> {
  const container = containerOf(bytes);
  if (container === undefined) throw RECORDING_ERRORS.notAudio({ details: fieldOf(rule) });
  const upload = { bytes, container, maxSeconds: rule.maxSeconds, workspace };
  const decoded = await decodedOf(upload, rule, decoder);
  const { analysis, pcm } = decoded;
  const reason = faultOf(analysis, rule);
  if (reason !== undefined) throw unusable(rule, reason);
  if (analysis.voice === undefined) throw unusable(rule, 'There is too little speech in it.');
  return { bytes, container, pcm, analysis, voice: analysis.voice };
}

async function decodedOf(
  upload: Upload,
  rule: RecordingRule,
  decoder: RecordingDecoder,
): Promise<Decoded> {
  try {
    const decoded = await decoder.decode(upload);
    if (decoded !== 'tooLong') return decoded;
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw RECORDING_ERRORS.notAudio({ details: fieldOf(rule), cause: error });
  }
  throw unusable(rule, `It is longer than ${rule.maxSeconds} seconds.`);
}

function faultOf(analysis: RecordingAnalysis, rule: RecordingRule): string | undefined {
  const { durationSeconds, clippedShare, pitch, signalToNoiseDb } = analysis;
  if (durationSeconds < rule.minSeconds) return `It is shorter than ${rule.minSeconds} seconds.`;
  if (clippedShare > MAX_CLIPPED) return 'It is clipped: record it at a lower level.';
  if (pitch.voicedSeconds < rule.minVoicedSeconds) return 'There is too little speech in it.';
  if (signalToNoiseDb < MIN_SIGNAL_TO_NOISE_DB) return 'The speech is not louder than the noise.';
  if (rule.checksOneSpeaker && !isOneSpeaker(analysis)) return 'More than one speaker is heard.';
  return undefined;
}

function isOneSpeaker({ halves: [first, second] }: RecordingAnalysis): boolean {
  return (
    first === undefined || second === undefined || speakerDistance(first, second) <= ONE_SPEAKER
  );
}

const fieldOf = ({ what }: RecordingRule) => ({ field: what });

const unusable = (rule: RecordingRule, reason: string): Error =>
  rule.unusable({ message: `${rule.what}: ${reason}`, details: { field: rule.what, reason } });
