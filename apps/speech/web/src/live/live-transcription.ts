import { ApiError } from '@sextant/web/api';
import { KeptSound } from './kept-sound.js';
import type { HeardMessage, LiveMessage } from './live-messages.js';

export type LiveState = 'connecting' | 'listening' | 'reconnecting' | 'finishing' | 'over';

/** What a browser's WebSocket has. */
export type LiveSocket = Pick<
  WebSocket,
  'bufferedAmount' | 'close' | 'onclose' | 'onmessage' | 'onopen' | 'readyState' | 'send'
>;

export interface LiveConnection {
  readonly socket: LiveSocket;
  /** How long its token lives: before that another connection goes on. */
  readonly seconds: number;
}

export interface LiveOptions {
  /** BCP 47; empty: the recogniser finds out. */
  readonly language: string;
  readonly sampleRate: number;
  /** Opens a connection with a token that lives for so long at least. @throws {ApiError} where nobody is signed in */
  readonly connect: (leastSeconds: number) => Promise<LiveConnection>;
  readonly onState: (state: LiveState) => void;
  readonly onHeard: (message: HeardMessage) => void;
  /** It is over, and why; the code is the service's, or `refused`, `connection_lost`, `too_slow`. */
  readonly onFailure: (error: ApiError) => void;
}

/** The service reads on after half a minute of sound, and a connection may be away for another half. */
const KEPT_SECONDS = 120;
/** What may lie in the browser's network: more waits here, where it can be sent again. */
const MOST_BUFFERED_BYTES = 256 * 1024;
const SEND_EVERY_MS = 50;
/** After a loss any token will do: renewing one over a bad network might sign the person out. */
const LEAST_TOKEN_SECONDS = 120;
/** The network takes nothing for so long: such a connection may be dead, although nothing says so for minutes. */
const STALLED_MS = 15_000;
/** From the first byte of a connection until the service takes sound over it. */
const ANSWER_MS = 10_000;
const FIRST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 4000;
const OPEN = 1;

/**
 * Sound to the service and words back, over connections that may break: what the service has not taken is sent again
 * (`resume`), as long as it keeps the session.
 */
export class LiveTranscription {
  readonly #options: LiveOptions;
  readonly #sound: KeptSound;
  #socket: LiveSocket | undefined;
  #session: { readonly id: string; readonly resumeMs: number } | undefined;
  /** Whether the service takes sound over this connection. */
  #isReady = false;
  /** Place in the sound up to which it was sent. */
  #sent = 0;
  #heard = 0;
  #state: LiveState = 'connecting';
  #isEndSent = false;
  #lostAtMs: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  /** Of the token of this connection. */
  #lifeMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of this connection: sound that was sent, and how much of it the network had taken when it last took some. */
  #sentBytes = 0;
  #taken = { bytes: 0, atMs: 0 };
  readonly #sending: ReturnType<typeof setInterval>;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#sound = new KeptSound(KEPT_SECONDS * options.sampleRate);
    this.#sending = setInterval(() => this.#look(), SEND_EVERY_MS);
    void this.#open(LEAST_TOKEN_SECONDS);
  }

  /** Takes what was said next. */
  hear(pcm: Int16Array<ArrayBuffer>): void {
    if (this.#state === 'finishing' || this.#state === 'over') return;
    if (this.#sound.add(pcm, this.#sent)) this.#send();
    else this.#fail('too_slow', 'The connection is too slow for live sound.');
  }

  /** What was said is written down to its end; `over` follows. */
  finish(): void {
    if (this.#state === 'over') return;
    this.#become('finishing');
    this.#send();
  }

  /** At once, whatever is still to be written down. */
  close(): void {
    if (this.#state === 'over') return;
    this.#become('over');
    clearInterval(this.#sending);
    this.#hangUp();
  }

  async #open(leastSeconds: number): Promise<void> {
    try {
      const { socket, seconds } = await this.#options.connect(leastSeconds);
      if (this.#state === 'over') {
        socket.close();
        return;
      }
      this.#socket = socket;
      socket.onopen = () => this.#greet(socket);
      socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)) as LiveMessage);
      socket.onclose = () => this.#lose();
      this.#lifeMs = 1000 * seconds;
      this.#timer = setTimeout(() => this.#lose('unreachable'), ANSWER_MS);
    } catch (error) {
      // Who is offline for a moment gets no new token either.
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (this.#session !== undefined && !isSignedOut) this.#lose();
      else if (error instanceof ApiError) this.#end(error);
      else this.#fail('refused', String(error));
    }
  }

  #greet(socket: LiveSocket): void {
    const { language, sampleRate } = this.#options;
    const said = language === '' ? {} : { language };
    const first =
      this.#session === undefined
        ? { type: 'start', sample_rate: sampleRate, ...said }
        : { type: 'resume', session: this.#session.id, received: this.#heard };
    socket.send(JSON.stringify(first));
  }

  #take(message: LiveMessage): void {
    if ('sequence' in message) this.#heard = message.sequence;
    switch (message.type) {
      case 'started':
        this.#session = { id: message.session, resumeMs: 1000 * message.resume_seconds };
        this.#begin(0);
        return;
      case 'resumed':
        this.#begin(message.received_samples);
        return;
      case 'interim':
      case 'final':
        this.#options.onHeard(message);
        return;
      case 'done':
        this.close();
        return;
      case 'error':
        this.#fail(message.error.code, message.error.message);
        return;
      default:
    }
  }

  /** @param place up to which the service has the sound */
  #begin(place: number): void {
    if (!this.#sound.has(place)) {
      this.#fail('connection_lost', 'The connection was lost for too long.');
      return;
    }
    // Half of its life is left for what takes longer than it should.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#replace(), this.#lifeMs / 2);
    this.#sent = place;
    this.#sentBytes = 0;
    this.#taken = { bytes: 0, atMs: Date.now() };
    this.#isReady = true;
    this.#isEndSent = false;
    this.#lostAtMs = undefined;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (this.#state !== 'finishing') this.#become('listening');
    this.#send();
  }

  #look(): void {
    this.#send();
    const waiting = this.#socket?.bufferedAmount ?? 0;
    const bytes = this.#sentBytes - waiting;
    if (!this.#isReady || waiting === 0 || bytes > this.#taken.bytes)
      this.#taken = { bytes, atMs: Date.now() };
    else if (Date.now() - this.#taken.atMs > STALLED_MS) this.#lose();
  }

  #send(): void {
    const socket = this.#socket;
    if (!this.#isReady || socket?.readyState !== OPEN) return;
    while (socket.bufferedAmount < MOST_BUFFERED_BYTES) {
      const pcm = this.#sound.after(this.#sent);
      if (pcm === undefined) break;
      socket.send(pcm);
      this.#sent += pcm.length;
      this.#sentBytes += pcm.byteLength;
    }
    if (this.#state !== 'finishing' || this.#sent < this.#sound.end || this.#isEndSent) return;
    this.#isEndSent = true;
    socket.send('{"type":"end"}');
  }

  /** The token ends soon. */
  #replace(): void {
    this.#hangUp();
    void this.#open(LEAST_TOKEN_SECONDS);
  }

  /** @param code why, where there is no session yet; a browser does not tell pages how a handshake was answered */
  #lose(code = 'refused'): void {
    if (this.#state === 'over') return;
    this.#hangUp();
    if (this.#session === undefined) {
      this.#fail(code, 'The service cannot be reached.');
      return;
    }
    this.#lostAtMs ??= Date.now();
    if (Date.now() - this.#lostAtMs > this.#session.resumeMs) {
      this.#fail('connection_lost', 'The connection was lost for too long.');
      return;
    }
    if (this.#state !== 'finishing') this.#become('reconnecting');
    this.#timer = setTimeout(() => void this.#open(0), this.#pauseMs);
    this.#pauseMs = Math.min(MOST_PAUSE_MS, 2 * this.#pauseMs);
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    this.#isReady = false;
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #fail(code: string, message: string): void {
    this.#end(new ApiError({ status: 0, code, message }));
  }

  #end(error: ApiError): void {
    if (this.#state === 'over') return;
    this.#options.onFailure(error);
    this.close();
  }

  #become(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
