import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@sextant/platform-errors';
import type { Logger } from '@sextant/platform-logging';
import { WebSocketServer, type WebSocket } from 'ws';
import type { LiveMaker } from '../../domain/live/live-maker.js';
import { elevenLabsQueryOf, ElevenLabsConversation } from './elevenlabs-conversation.js';
import { ElevenLabsPresenter } from './elevenlabs-live.js';
import { admit, credentialsOf, type Admitted, type LiveGates } from './live-admission.js';
import { LiveConnection } from './live-connection.js';
import type { LiveConversation } from './live-conversation.js';
import { LIVE_PRESENTER } from './live-protocol.js';
import { LiveSocket, problemOf } from './live-socket.js';
import { OurConversation } from './our-conversation.js';

export interface LiveServerOptions {
  readonly live: LiveMaker;
  readonly gates: LiveGates;
  readonly logger: Logger;
}

export const LIVE_PATH = '/v1/audio/live';
export const LIVE_PROTOCOL = 'sextant.speech.live';
const ELEVENLABS_PATH = /^\/v1\/text-to-speech\/([^/]+)\/stream-input\/?$/i;

/** 20,000 characters in JSON's longest spelling, and what is beside them. */
const MAX_FRAME_BYTES = 256 * 1024;

/** Makes the conversation of a connection that was let in. */
type Begin = (socket: WebSocket) => { live: LiveSocket; conversation: LiveConversation };

/** Speech over WebSockets: text goes in as it is written. */
export class LiveServer {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // Who offers protocols gets one of them, or browsers hang up; a token is none.
    handleProtocols: (offered) => (offered.has(LIVE_PROTOCOL) ? LIVE_PROTOCOL : false),
  });

  constructor(private readonly options: LiveServerOptions) {}

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
    const begin = await this.prepare(request);
    if (socket.destroyed) return;
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const { live, conversation } = begin(webSocket);
      new LiveConnection(webSocket, live, conversation, this.options.logger).listen();
    });
  }

  /** Everything that can be refused before the connection is a WebSocket. */
  private async prepare(request: IncomingMessage): Promise<Begin> {
    const { live, gates } = this.options;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const credentials = credentialsOf(request);
    live.sessions.requireRoom();
    if (pathname.toLowerCase() === LIVE_PATH) {
      const admitted = await admit(gates, credentials);
      return (socket) => {
        const listener = new LiveSocket(socket, LIVE_PRESENTER);
        return { live: listener, conversation: new OurConversation(live, admitted, listener) };
      };
    }
    const [, voice] = ELEVENLABS_PATH.exec(pathname) ?? [];
    if (voice === undefined) throw NOT_FOUND();
    const query = elevenLabsQueryOf(decoded(voice), searchParams);
    const early = credentials === undefined ? undefined : await admit(gates, credentials);
    return (socket) => {
      const listener = new LiveSocket(socket, new ElevenLabsPresenter(query.isAligned));
      const letIn = (later: string | undefined): Promise<Admitted> =>
        early === undefined ? admit(gates, later) : Promise.resolve(early);
      const options = { live, query, socket: listener, admit: letIn };
      return { live: listener, conversation: new ElevenLabsConversation(options) };
    };
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

/** Answers as any request is, and hangs up. */
function refuse(socket: Duplex, error: unknown): void {
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
