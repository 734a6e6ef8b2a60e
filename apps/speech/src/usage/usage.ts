import { type Route } from '../models/models.js';

/** One synthesis that was made to its end, or one recording that was listened to. */
export interface Usage {
  readonly workspace: string;
  readonly route: Route | 'book' | ListeningRoute;
  readonly model: string;
  readonly voiceIds: readonly string[];
  readonly billableCharacters: number;
  readonly durationMs: number;
}

/** What was heard, not spoken: `durationMs` is of the recording, and no characters are billed. */
export type ListeningRoute = 'transcription' | 'live-transcription';

/** What a workspace had spoken on a day (UTC) by one route. */
export interface DayUsage {
  /** ISO 8601, as `2026-11-25`. */
  readonly day: string;
  readonly route: Usage['route'];
  readonly syntheses: number;
  readonly characters: number;
  readonly durationMs: number;
}

/** From the first day to the last, both with it. */
export interface UsageSpan {
  readonly from: string;
  readonly to: string;
}

/** Takes down what was spoken, for billing. */
export abstract class UsageRecorder {
  /** Durable when it resolves. */
  abstract record(usage: Usage): Promise<void>;

  /**
   * Counts what is not counted yet of a session that goes on: as often as one likes, also when nobody knows whether the last
   * attempt came through. Durable when it resolves.
   *
   * @param session a UUID
   * @param usage all of it so far
   */
  abstract recordSoFar(session: string, usage: Usage): Promise<void>;
}

/** Keeps usage for billing. */
export abstract class UsageLedger extends UsageRecorder {
  /** Days without use are not among them. */
  abstract days(workspace: string, span: UsageSpan): Promise<readonly DayUsage[]>;
}
