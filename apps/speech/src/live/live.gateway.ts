import { Injectable } from '@nestjs/common';
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@sextant/platform-http/errors';
import { Logger } from '@sextant/platform-runtime/logging';
import { WebSocketServer, type WebSocket } from 'ws';
import { LiveMaker } from './live-maker.js';
import { LIVE_ERRORS } from './live-sessions.js';
import {
  elevenLabsQueryOf,
  ElevenLabsConversation,
  type ElevenLabsLiveQuery,
} from './elevenlabs-conversation.gateway.js';
import { ElevenLabsPresenter } from './elevenlabs-live.presenter.js';
import { admit, credentialsOf, type Admitted } from './live-admission.js';
import { Gates } from '../access/gates.js';
import { LiveConnection } from './live-connection.js';
import type { LiveConversation } from './live-conversation.js';
import { LIVE_PRESENTER } from './live.presenter.js';
import { LiveSocket, problemOf } from './live-socket.js';
import { OurConversation } from './live-conversation.gateway.js';
import { LIVE_PATH, LIVE_PROTOCOL } from './live-path.js';

const ELEVENLABS_PATH = /^\/v1\/text-to-speech\/([^/]+)\/stream-input\/?$/i;

/** 20,000 characters in JSON's longest spelling, and what is beside them. */
const MAX_FRAME_BYTES = 256 * 1024;

/** Connections at once that have not told who they are: their first message may. */
const MOST_UNKNOWN = 100;

/** A connection that was let in. */
interface LetIn {
  /** Makes its conversation. */
  readonly begin: (socket: WebSocket) => { live: LiveSocket; conversation: LiveConversation };
  /** Gives its place back, when it becomes no WebSocket. */
  readonly release: () => void;
}

/** Speech over WebSockets: text goes in as it is written. */
@Injectable()
export class LiveServer {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    autoPong: false,
    // Who offers protocols gets one of them, or browsers hang up; a token is none.
    handleProtocols: (offered) => (offered.has(LIVE_PROTOCOL) ? LIVE_PROTOCOL : false),
  });

  readonly #unknown = new Set<symbol>();

  constructor(
    private readonly live: LiveMaker,
    private readonly gates: Gates,
    private readonly logger: Logger,
  ) {}

  /** Takes the connections of a server. Other upgrades are ignored: their requests are answered as they are (RFC 9110, 7.8). */
  attach(server: Server & { shouldUpgradeCallback?: (request: IncomingMessage) => boolean }): void {
    server.shouldUpgradeCallback = ({ method, headers }) =>
      method === 'GET' && /^websocket$/i.test(headers.upgrade ?? '');
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.open(request, socket, head).catch((error: unknown) => refuse(socket, error));
    });
  }

  private async open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { begin, release } = await this.prepare(request);
    if (socket.destroyed) {
      release();
      return;
    }
    // What asks for no WebSocket that there is, is refused by the server of WebSockets.
    socket.once('close', release);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('close', release);
      const { live, conversation } = begin(webSocket);
      new LiveConnection(webSocket, live, conversation, this.logger).listen();
    });
  }

  /** Everything that can be refused before the connection is a WebSocket. */
  private async prepare(request: IncomingMessage): Promise<LetIn> {
    const { live, gates } = this;
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (url === null) throw NOT_FOUND();
    const { pathname, searchParams } = url;
    const credentials = credentialsOf(request);
    live.sessions.requireRoom();
    if (pathname.toLowerCase() === LIVE_PATH) {
      const admitted = await admit(gates, credentials);
      const begin: LetIn['begin'] = (socket) => {
        const listener = new LiveSocket(socket, LIVE_PRESENTER);
        return { live: listener, conversation: new OurConversation(live, admitted, listener) };
      };
      return { begin, release: admitted.release };
    }
    const [, voice] = ELEVENLABS_PATH.exec(pathname) ?? [];
    if (voice === undefined) throw NOT_FOUND();
    const query = elevenLabsQueryOf(decoded(voice), searchParams);
    return await this.prepareElevenLabs(query, credentials);
  }

  /** Whoever does not say who he is may do so in the first message. */
  private async prepareElevenLabs(
    query: ElevenLabsLiveQuery,
    credentials: string | undefined,
  ): Promise<LetIn> {
    const { live, gates } = this;
    const early = credentials === undefined ? undefined : await admit(gates, credentials);
    const known = early === undefined ? this.countUnknown() : early.release;
    const letIn = async (later: string | undefined): Promise<Admitted> => {
      if (early !== undefined) return early;
      const admitted = await admit(gates, later);
      known();
      return admitted;
    };
    const begin: LetIn['begin'] = (socket) => {
      if (early === undefined) socket.once('close', known);
      const listener = new LiveSocket(socket, new ElevenLabsPresenter(query.isAligned));
      const options = { live, query, socket: listener, admit: letIn };
      return { live: listener, conversation: new ElevenLabsConversation(options) };
    };
    return { begin, release: known };
  }

  /** @returns what counts it no more; once */
  private countUnknown(): () => void {
    if (this.#unknown.size >= MOST_UNKNOWN) throw LIVE_ERRORS.full();
    const one = Symbol('connection');
    this.#unknown.add(one);
    return () => this.#unknown.delete(one);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw NOT_FOUND();
  }
}

const NOT_FOUND = (): Problem => new Problem('not_found', 404, 'No WebSocket is served here.');

/** Answers as any request is, and hangs up: who does not would keep the connection, which nobody looks after any more. */
function refuse(socket: Duplex, error: unknown): void {
  socket.once('finish', () => socket.destroy());
  const { code, status, message, details, headers } = problemOf(error);
  const body = JSON.stringify({ error: { code, message, ...details } });
  const lines = Object.entries({
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
