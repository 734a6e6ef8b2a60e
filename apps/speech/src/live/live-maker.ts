import { Injectable } from '@nestjs/common';
import { SpeechEncoding } from '../synthesis/streams/encoded-stream.js';
import { UsageRecorder } from '../usage/usage.js';
import { SpeechService } from '../synthesis/speech-service.js';
import { Synthesizer } from '../synthesis/synthesizer.js';
import type { Voice } from '../voices/catalogue/voice.js';
import { LiveSession, type LiveMessage, type LiveSessionUses } from './live-session.js';
import type { Admitted } from './live-admission.js';
import type { LiveListener } from './live-talk.js';
import type { LiveRequest } from './live-turn.js';
import { LiveSessions, type OpenSession } from './live-sessions.js';

/** What a session is asked to be. */
export interface LiveAsked extends Pick<
  LiveRequest,
  'voiceId' | 'model' | 'language' | 'lexicons' | 'format' | 'normalizesText' | 'speed'
> {
  readonly maxWaitMs: number;
  readonly inactivitySeconds: number;
}

export interface StartedSession {
  readonly open: OpenSession;
  readonly voice: Voice;
  readonly estimatesMarks: boolean;
}

/** Begins sessions. */
@Injectable()
export class LiveMaker {
  readonly #uses: LiveSessionUses;

  constructor(
    private readonly speech: SpeechService,
    private readonly synthesizer: Synthesizer,
    encoding: SpeechEncoding,
    usage: UsageRecorder,
    readonly sessions: LiveSessions,
  ) {
    this.#uses = { speech, encoding, usage };
  }

  get resumeSeconds(): number {
    return this.sessions.resumeSeconds;
  }

  /** @throws {Problem} for what is wrong whatever the text; `live_sessions_full` */
  async start(
    { caller, requireAccess, ...place }: Admitted,
    listener: LiveListener<LiveMessage>,
    { maxWaitMs, inactivitySeconds, ...asked }: LiveAsked,
  ): Promise<StartedSession> {
    const { workspace } = caller;
    const signal = new AbortController().signal;
    const request = { ...asked, workspace, requireAccess, normalizesLoudness: false, signal };
    const voice = await this.speech.voiceFor(request, 'live');
    const language = asked.language ?? voice.locale;
    const session = new LiveSession(this.#uses, { request, language, maxWaitMs });
    const open = this.sessions.open(session, { caller, listener, inactivitySeconds, ...place });
    const { estimatesMarks } = this.synthesizer.engineOf(voice);
    return { open, voice, estimatesMarks };
  }
}
