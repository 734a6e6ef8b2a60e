import type { Caller } from '../access/scopes.js';
import type { SpeechService } from '../synthesis/speech-service.js';
import type { Synthesizer } from '../synthesis/synthesizer.js';
import type { Voice } from '../voices/catalogue/voice.js';
import { LiveSession, type LiveListener, type LiveSessionUses } from './live-session.js';
import type { LiveRequest } from './live-turn.js';
import type { LiveSessions, OpenSession } from './live-sessions.js';

/** What a session is asked to be. */
export interface LiveAsked extends Pick<
  LiveRequest,
  'voiceId' | 'model' | 'language' | 'lexicons' | 'format' | 'normalizesText' | 'speed'
> {
  readonly maxWaitMs: number;
  readonly inactivitySeconds: number;
}

/** Who asks. */
export interface LiveCaller {
  readonly caller: Caller;
  readonly requireAccess: () => Promise<void>;
  /** Called once, when the session is over. */
  readonly release: () => void;
}

export interface StartedSession {
  readonly open: OpenSession;
  readonly voice: Voice;
  readonly estimatesMarks: boolean;
}

export interface LiveMakerUses extends Omit<LiveSessionUses, 'speech'> {
  readonly speech: Pick<SpeechService, 'prepare' | 'voiceFor'>;
  readonly synthesizer: Pick<Synthesizer, 'engineOf'>;
}

/** Begins sessions. */
export class LiveMaker {
  constructor(
    private readonly uses: LiveMakerUses,
    readonly sessions: LiveSessions,
  ) {}

  get resumeSeconds(): number {
    return this.sessions.resumeSeconds;
  }

  /** @throws {Problem} for what is wrong whatever the text; `live_sessions_full` */
  async start(
    { caller, requireAccess, release }: LiveCaller,
    listener: LiveListener,
    { maxWaitMs, inactivitySeconds, ...asked }: LiveAsked,
  ): Promise<StartedSession> {
    const { workspace } = caller;
    const signal = new AbortController().signal;
    const request = { ...asked, workspace, requireAccess, normalizesLoudness: false, signal };
    const voice = await this.uses.speech.voiceFor(request, 'live');
    const language = asked.language ?? voice.locale;
    const session = new LiveSession(this.uses, { request, language, maxWaitMs });
    const open = this.sessions.open(session, { caller, listener, inactivitySeconds, release });
    const { estimatesMarks } = this.uses.synthesizer.engineOf(voice);
    return { open, voice, estimatesMarks };
  }
}
