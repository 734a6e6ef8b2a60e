/** Of docs/api/asyncapi/speech.json: what a live transcription tells. Times are milliseconds from its beginning. */
export type LiveMessage =
  | { readonly type: 'started'; readonly session: string; readonly resume_seconds: number }
  | { readonly type: 'resumed'; readonly received_samples: number }
  | { readonly type: 'speech_started'; readonly sequence: number }
  | HeardMessage
  | { readonly type: 'done'; readonly sequence: number }
  | { readonly type: 'error'; readonly error: { readonly code: string; readonly message: string } };

export interface HeardMessage {
  /** Each `interim` replaces the one before. */
  readonly type: 'interim' | 'final';
  readonly sequence: number;
  readonly text: string;
  readonly start_time: number;
  readonly end_time: number;
  readonly words?: readonly HeardWord[];
  /** BCP 47. */
  readonly language?: string;
}

export interface HeardWord {
  readonly value: string;
  readonly start_time: number;
  readonly end_time: number;
}
