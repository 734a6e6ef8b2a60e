import { Injectable } from '@nestjs/common';
import { problem } from '@sextant/platform-http/errors';
import type { ConsentFacts } from '../cloning/consent/consent-record.js';
import { containerOf } from '../recordings/container.js';
import { RecordingMarks, UndecodableError } from '../recordings/usable-recording.js';
import { CloneStore } from '../cloning/clone-store.js';
import { RECORDING_ERRORS } from '../recordings/recording-errors.js';
import { MarkComparison } from '../watermark/mark-comparison.js';
import { OFFSETS } from '../watermark/detector.js';
import { WatermarkKeys } from '../watermark/watermarks.js';

export const PROVENANCE_ERRORS = {
  tooLong: problem('recording_too_long', 400, 'The recording is too long: send a minute of it.'),
} as const;

/** What is known of a recording. */
export interface Provenance {
  /** Whose mark it carries; `none`: no cloned voice of this service, as far as can be heard. */
  readonly madeBy: 'this_workspace' | 'another_workspace' | 'none';
  /** The voice that spoke, of one's own workspace. */
  readonly voiceId?: string;
  /** Everything that was recorded of the consent to it, oldest first. */
  readonly consents?: readonly ConsentFacts[];
  /** How sure: below this is the probability that a recording without the mark is taken for one. */
  readonly falseAlarm: number;
}

const MAX_SECONDS = 60;
/** What is more probable is no proof. */
const MOST_FALSE_ALARM = 1e-6;
const MOST_VOICES = 5000;
const MOST_WORKSPACES = 1000;

/** Tells what was spoken by cloned voices. */
@Injectable()
export class Provenances {
  constructor(
    private readonly keys: WatermarkKeys,
    private readonly clones: CloneStore,
    private readonly recordings: RecordingMarks,
    private readonly marks: MarkComparison,
  ) {}

  /** @throws {Problem} `unsupported_audio`, `recording_too_long`, `engine_busy` */
  async of(workspace: string, bytes: Uint8Array): Promise<Provenance> {
    const marks = await this.marksOf(workspace, bytes);
    return (
      (await this.own(workspace, marks)) ??
      (await this.others(workspace, marks)) ?? { madeBy: 'none', falseAlarm: 1 }
    );
  }

  private async marksOf(workspace: string, bytes: Uint8Array): Promise<Float64Array> {
    const container = containerOf(bytes);
    if (container === undefined) throw RECORDING_ERRORS.notAudio();
    const upload = { bytes, container, maxSeconds: MAX_SECONDS, workspace };
    const marks = await this.recordings.marksOf(upload).catch((error: unknown) => {
      if (error instanceof UndecodableError) throw RECORDING_ERRORS.notAudio({ cause: error });
      throw error;
    });
    if (marks === undefined) throw PROVENANCE_ERRORS.tooLong();
    return marks;
  }

  private async own(workspace: string, marks: Float64Array): Promise<Provenance | undefined> {
    const key = await this.keys.find(workspace);
    if (key === undefined) return undefined;
    const facts = (await this.clones.consents(workspace)).map(
      (record) => JSON.parse(record.facts) as ConsentFacts,
    );
    const voiceIds = [...new Set(facts.map((fact) => fact.voice_id))].slice(-MOST_VOICES);
    const question = { marks, keys: [key], voiceIds };
    const { workspaceScore, voice } = await this.marks.compare(question, workspace);
    const voiceId = voice && voiceIds[voice.index];
    const falseAlarm = falseAlarmOf(voice?.score, voiceIds.length);
    if (voiceId !== undefined && falseAlarm < MOST_FALSE_ALARM) {
      const consents = facts.filter((fact) => fact.voice_id === voiceId);
      return { madeBy: 'this_workspace', voiceId, consents, falseAlarm };
    }
    return certain('this_workspace', falseAlarmOf(workspaceScore, 1));
  }

  private async others(workspace: string, marks: Float64Array): Promise<Provenance | undefined> {
    const keys = await this.keys.others(workspace, MOST_WORKSPACES);
    if (keys.length === 0) return undefined;
    const { workspaceScore } = await this.marks.compare({ marks, keys, voiceIds: [] }, workspace);
    return certain('another_workspace', falseAlarmOf(workspaceScore, keys.length));
  }
}

const certain = (madeBy: Provenance['madeBy'], falseAlarm: number): Provenance | undefined =>
  falseAlarm < MOST_FALSE_ALARM ? { madeBy, falseAlarm } : undefined;

/** Of so many candidates at all places, each below exp(-score² / 2). */
const falseAlarmOf = (score = 0, candidates: number): number =>
  score <= 0 ? 1 : Math.min(1, OFFSETS * candidates * Math.exp(-(score ** 2) / 2));
