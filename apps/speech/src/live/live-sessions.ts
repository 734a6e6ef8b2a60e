import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LiveSettings } from './live.settings.js';
import { problem } from '@sextant/platform-http/errors';
import type { Caller } from '../access/scopes.js';
import type { Admitted } from './live-admission.js';
import type { LiveSession } from './live-session.js';
import type { LiveListener, LiveTalk } from './live-talk.js';

export const LIVE_ERRORS = {
  full: problem('live_sessions_full', 503, 'As many live sessions are open here as may be.'),
  share: problem(
    'live_share_reached',
    429,
    'This workspace has as many live sessions open here as are left for all others. End one.',
  ),
  unknown: problem(
    'live_session_not_found',
    404,
    'There is no such session: it ended, was of another process, or its connection was away for too long.',
  ),
  forgotten: problem(
    'live_session_forgotten',
    409,
    'What was told after that number is not kept any more. Start a new session.',
  ),
  inactive: problem('inactive', 408, 'Nothing was written for too long.'),
  leaving: problem('going_away', 503, 'This process ends. Start a new session.'),
} as const;

interface Open<S> {
  readonly id: string;
  readonly session: S;
  readonly rootId: string;
  readonly workspace: string;
  readonly release: () => void;
  readonly continueAs: Admitted['continueAs'];
  /** Number of the last message of the client that was taken; it goes over connections too. */
  received: number;
  /** Seconds without a message after which it ends, unless something is being said; of whichever connection it has. */
  inactivitySeconds: number;
  listener: LiveListener<never> | undefined;
  timer: NodeJS.Timeout | undefined;
}

export type OpenSession<S extends LiveTalk = LiveSession> = Readonly<
  Pick<Open<S>, 'id' | 'session' | 'inactivitySeconds'>
> & {
  received: number;
};

export interface OpenOptions extends Pick<Admitted, 'caller' | 'continueAs' | 'release'> {
  readonly listener: LiveListener<never>;
  readonly inactivitySeconds: number;
}

/** The sessions of this process. */
@Injectable()
export class LiveSessions<S extends LiveTalk = LiveSession> implements BeforeApplicationShutdown {
  readonly #open = new Map<string, Open<S>>();
  readonly #count;
  #isClosed = false;

  constructor(
    private readonly settings: LiveSettings,
    metrics: Metrics,
  ) {
    this.#count = metrics.gauge(...this.gauge);
  }

  /** Name and meaning of the metric that counts them. */
  protected get gauge(): readonly [name: string, help: string] {
    return ['speech_live_sessions', 'Live sessions that are open.'];
  }

  /** Tells those who are connected that the process ends. */
  beforeApplicationShutdown(): void {
    this.close();
  }

  /** @throws {Problem} `live_sessions_full`; `going_away`: who was let in before may ask for a session only now */
  requireRoom(): void {
    if (this.#isClosed) throw LIVE_ERRORS.leaving();
    if (this.#open.size >= this.settings.liveSessions) throw LIVE_ERRORS.full();
  }

  /**
   * Whether a connection may be made: for a session that waits for its caller there is always room.
   *
   * @throws {Problem} as `requireRoom`
   */
  requireEntry({ rootId }: Caller): void {
    const waits = (open: Open<S>): boolean => open.rootId === rootId && open.listener === undefined;
    if (this.#isClosed || ![...this.#open.values()].some(waits)) this.requireRoom();
  }

  /** Seconds that a session is kept without a connection. */
  get resumeSeconds(): number {
    return this.settings.liveResumeSeconds;
  }

  /**
   * Begins a session; it goes when it is over, or nobody comes back to it.
   *
   * @throws {Problem} as `requireRoom`; `live_share_reached`
   */
  open(session: S, { caller, ...options }: OpenOptions): OpenSession<S> {
    this.requireRoom();
    this.requireShare(caller);
    const id = randomBytes(24).toString('base64url');
    const { rootId, workspace } = caller;
    const open: Open<S> = {
      id,
      session,
      rootId,
      workspace,
      received: 0,
      timer: undefined,
      ...options,
    };
    this.#open.set(id, open);
    this.#count.set(this.#open.size);
    void session.run().then(() => this.forget(open));
    return open;
  }

  /**
   * Goes on with a session, on another connection.
   *
   * @param heard number of the last message that the client has
   * @throws {Problem} `live_session_not_found`, also for those of others; `live_session_forgotten`
   */
  resume(
    id: string,
    heard: number,
    { caller, requireAccess }: Admitted,
    listener: LiveListener<never>,
  ): OpenSession<S> {
    const open = this.#open.get(id);
    if (open?.rootId !== caller.rootId) throw LIVE_ERRORS.unknown();
    if (!open.session.outbox.reaches(heard)) throw LIVE_ERRORS.forgotten();
    clearTimeout(open.timer);
    open.continueAs(requireAccess);
    open.listener?.end();
    open.listener = listener;
    return open;
  }

  /** Its connection broke: someone may come back. */
  leave(id: string, listener: LiveListener<never>): void {
    const open = this.#open.get(id);
    if (open?.listener !== listener) return;
    open.listener = undefined;
    open.session.outbox.detach(listener);
    clearTimeout(open.timer);
    open.timer = setTimeout(() => open.session.close(), this.settings.liveResumeSeconds * 1000);
  }

  /** All of them, at once; there are no others. */
  close(): void {
    this.#isClosed = true;
    for (const { session, listener } of this.#open.values()) {
      listener?.end();
      session.close();
    }
  }

  /** Nobody holds more than are free: whoever comes next finds a place, however many keys a workspace has. */
  private requireShare({ workspace }: Caller): void {
    const own = [...this.#open.values()].filter((open) => open.workspace === workspace).length;
    if (own > 0 && own >= this.settings.liveSessions - this.#open.size) throw LIVE_ERRORS.share();
  }

  private forget({ id, timer, release }: Open<S>): void {
    clearTimeout(timer);
    this.#open.delete(id);
    release();
    this.#count.set(this.#open.size);
  }
}
