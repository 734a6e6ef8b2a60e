import type { Problem } from '@sextant/platform-http/errors';
import type { WebSocket } from 'ws';
import type { LiveMessage } from './live-session.js';
import type { LastMessage, LiveListener } from './live-talk.js';
import type { Told } from './live-outbox.js';
import { LIVE_ERRORS } from './live-sessions.js';
import { problemOf } from '../errors/problem-of.js';

/** How messages of a session look on the wire. */
export interface LivePresenter<M extends LastMessage = LiveMessage> {
  /** The frames that tell it, in order. */
  frames(told: Told<M>): readonly object[];
  /** What is wrong with what one sends. */
  failure(problem: Problem): object;
}

/** A dead peer answers no ping (RFC 6455, 5.5.2). */
const PING_MS = 20_000;

/** What may wait in this process for a connection that takes nothing, beside what a session tells. */
const MOST_UNHEARD_BYTES = 64 * 1024;

/** Who takes nothing for so long is gone, or holds a session for nothing: pings tell it of nobody who writes ahead. */
const UNREAD_MS = 60_000;

/** A client that hangs up has done so by then; who reads nothing never does. */
const HANG_UP_MS = 1000;

/** One connection, as what a session tells to it. */
export class LiveSocket<M extends LastMessage = LiveMessage> implements LiveListener<M> {
  #timer: NodeJS.Timeout;
  #isAlive = true;
  #isOver = false;

  /** @param socket that answers no pings itself */
  constructor(
    private readonly socket: WebSocket,
    private readonly presenter: LivePresenter<M>,
  ) {
    socket.on('pong', () => (this.#isAlive = true));
    socket.on('ping', (bytes) => this.pong(bytes));
    this.#timer = setInterval(() => this.ping(), PING_MS);
    socket.once('close', () => clearInterval(this.#timer));
  }

  /** Whether it was refused, or has no session any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @returns when the machine's network has taken it */
  async tell(told: Told<M>): Promise<void> {
    for (const frame of this.presenter.frames(told)) await this.send(frame);
    const { kind, error } = told.message;
    if (kind === 'done') this.socket.close(1000);
    if (kind === 'failed') this.hangUp(problemOf(error));
  }

  /** A connection that does not take it in time is cut. */
  async send(frame: object): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const late = setTimeout(() => this.socket.terminate(), UNREAD_MS);
    this.socket.send(JSON.stringify(frame), (error) => {
      if (error) reject(error);
      else resolve(undefined);
    });
    await promise.finally(() => clearTimeout(late));
  }

  /** Says what was wrong and hangs up. */
  refuse(error: unknown): void {
    this.#isOver = true;
    const problem = problemOf(error);
    // Who is gone need not be told.
    this.send(this.presenter.failure(problem)).catch(() => undefined);
    this.hangUp(problem);
  }

  /** Another connection has taken the session over, or the process ends. */
  end(): void {
    this.refuse(LIVE_ERRORS.leaving());
    const late = setTimeout(() => this.socket.terminate(), HANG_UP_MS);
    this.socket.once('close', () => clearTimeout(late));
  }

  /** Clients that read no messages any more are told by the reason. */
  private hangUp(problem: Problem): void {
    this.socket.close(closeCodeOf(problem), problem.code);
  }

  /** Who asks and does not listen is not answered: the answers would pile up. */
  private pong(bytes: Buffer): void {
    if (this.socket.bufferedAmount < MOST_UNHEARD_BYTES) this.socket.pong(bytes);
  }

  private ping(): void {
    // Whoever is not read, because he wrote ahead, may have answered long ago.
    if (!this.#isAlive && !this.socket.isPaused) {
      this.socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.socket.ping();
  }
}

/** RFC 6455, 7.4.1, and "try again later" of its registry. */
function closeCodeOf({ code, status }: Problem): number {
  if (code === LIVE_ERRORS.leaving().code) return 1001;
  if (status === 503 || status === 429) return 1013;
  return status >= 500 ? 1011 : 1008;
}
