import { Injectable } from '@nestjs/common';
import type { Admitted } from '../live/live-admission.js';
import type { OpenSession } from '../live/live-sessions.js';
import type { LiveListener } from '../live/live-talk.js';
import { SpeechActivity } from '../recognition/speech-activity.js';
import { StreamingTranscriber } from '../recognition/streaming-transcriber.js';
import { Transcriber } from '../recognition/transcriber.js';
import { TRANSCRIPTION_ERRORS } from '../transcription/transcription-errors.js';
import { UsageRecorder } from '../usage/usage.js';
import { VOICE_ERRORS } from '../voices/catalogue/voice-errors.js';
import {
  ListeningSession,
  type ListeningMessage,
  type ListeningOptions,
} from './listening-session.js';
import { ListeningSessions } from './listening-sessions.js';

/** What a session is asked to be. */
export interface ListeningAsked extends Pick<
  ListeningOptions,
  'language' | 'tellsInterim' | 'endsAtPauses'
> {
  readonly inactivitySeconds: number;
}

/** Begins sessions. */
@Injectable()
export class ListeningMaker {
  constructor(
    private readonly transcriber: Transcriber,
    private readonly streaming: StreamingTranscriber,
    private readonly activity: SpeechActivity,
    private readonly usage: UsageRecorder,
    readonly sessions: ListeningSessions,
  ) {}

  /** Who listens. */
  get by(): string {
    return this.streaming.isInstalled ? this.streaming.by : this.transcriber.by;
  }

  /** @throws {Problem} where nobody listens, or not in this language; `live_sessions_full` */
  async start(
    { caller, requireAccess, ...place }: Admitted,
    listener: LiveListener<ListeningMessage>,
    { inactivitySeconds, ...asked }: ListeningAsked,
  ): Promise<OpenSession<ListeningSession>> {
    await this.requireTranscriber(asked.language);
    const { transcriber, streaming, activity, usage } = this;
    const session = new ListeningSession(
      { transcriber, streaming, activity, usage },
      { ...asked, workspace: caller.workspace, requireAccess },
    );
    return this.sessions.open(session, { caller, listener, inactivitySeconds, ...place });
  }

  private async requireTranscriber(language: string | undefined): Promise<void> {
    // It hears what its model does, whatever it is told.
    if (this.streaming.isInstalled) return;
    if (!(await this.transcriber.isAvailable())) throw TRANSCRIPTION_ERRORS.unavailable();
    if (this.transcriber.hears(language, 'transcribe')) return;
    const message = `The recogniser here hears ${this.transcriber.languages} only.`;
    throw VOICE_ERRORS.languageNotSpoken({ message, details: { fields: { language: message } } });
  }
}
