import { Problem } from '@sextant/platform-http/errors';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { RawData, WebSocket } from 'ws';
import { LIVE_ERRORS } from './live-sessions.js';
import { invalid } from '../errors/request-errors.js';
import type { LiveConversation } from './live-conversation.js';
import type { LiveSocket } from './live-socket.js';

/** How often somebody who wrote ahead is looked at. */
const ROOM_MS = 25;
/** Whoever opens a connection and says nothing. */
const FIRST_MESSAGE_SECONDS = 10;

/** Hears what comes over a connection, a message after the other, and ends who is silent. */
export class LiveConnection {
  #turn = Promise.resolve();
  /** Messages that came and are not taken yet: what is in one packet comes at once, paused or not. */
  #pending = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly live: Pick<LiveSocket, 'isOver' | 'refuse'>,
    private readonly conversation: LiveConversation,
    private readonly logger: Logger,
  ) {}

  listen(): void {
    const { socket } = this;
    this.watch(FIRST_MESSAGE_SECONDS);
    socket.on('message', (data, isBinary) => {
      // The next one waits in the network, not here.
      socket.pause();
      this.#pending += 1;
      this.#turn = this.#turn
        .then(() => this.take(data, isBinary))
        .catch((error: unknown) => this.fail(error))
        .finally(() => this.goOn());
    });
    socket.on('error', (error) => this.logger.debug('live.socket_failed', { err: error }));
    socket.once('close', () => {
      clearTimeout(this.#timer);
      void this.#turn.then(() => this.conversation.leave());
    });
  }

  private goOn(): void {
    this.#pending -= 1;
    if (this.#pending === 0) this.socket.resume();
  }

  private async take(data: RawData, isBinary: boolean): Promise<void> {
    const { conversation, socket, live } = this;
    // It was refused, or another connection has the session: what still comes over this one counts no more.
    if (live.isOver) return;
    // A packet may have thousands of them.
    if (this.#pending > 1) await new Promise(setImmediate);
    if (isBinary && conversation.takeAudio !== undefined)
      await conversation.takeAudio(bytesOf(data));
    else await conversation.take(messageOf(data, isBinary));
    this.watch(conversation.inactivitySeconds);
    // Who writes faster than is spoken waits.
    while (conversation.open?.session.hasRoom === false && socket.readyState === socket.OPEN) {
      await new Promise((resolve) => setTimeout(resolve, ROOM_MS));
    }
  }

  private watch(seconds: number): void {
    clearTimeout(this.#timer);
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.#timer = setTimeout(() => {
      if (this.conversation.open?.session.isBusy === true) this.watch(seconds);
      else this.fail(LIVE_ERRORS.inactive());
    }, seconds * 1000);
  }

  private fail(error: unknown): void {
    // Of a session that goes on over another connection.
    if (this.live.isOver) return;
    if (!(error instanceof Problem)) this.logger.error('live.failed', { err: error });
    const { open } = this.conversation;
    if (open === undefined) this.live.refuse(error);
    else open.session.fail(error);
  }
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer);

function messageOf(data: RawData, isBinary: boolean): unknown {
  if (isBinary) throw invalid('message', 'Messages are text frames of JSON.');
  try {
    return JSON.parse(bytesOf(data).toString('utf8')) as unknown;
  } catch {
    throw invalid('message', 'A message is not JSON.');
  }
}
