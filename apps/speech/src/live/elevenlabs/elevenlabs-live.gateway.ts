import type { IncomingMessage } from 'node:http';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { noSocketHere, type AdmittingServer } from '@sextant/platform-http/sockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../../access/gates.js';
import { admit, credentialsOf, type Admitted } from '../live-admission.js';
import { LiveConnection } from '../live-connection.js';
import { LiveMaker } from '../live-maker.js';
import { LIVE_ERRORS } from '../live-sessions.js';
import { LiveSocket } from '../live-socket.js';
import { LIVE_SOCKETS } from '../live-sockets.js';
import {
  elevenLabsQueryOf,
  ElevenLabsConversation,
  type ElevenLabsLiveQuery,
} from './elevenlabs-conversation.gateway.js';
import { ElevenLabsPresenter } from './elevenlabs-live.presenter.js';

/** Connections at once that have not told who they are: their first message may. */
const MOST_UNKNOWN = 100;

/** What was decided about a connection before it was a WebSocket. */
interface Asked {
  readonly query: ElevenLabsLiveQuery;
  /** Absent: the first message says who it is. */
  readonly early: Admitted | undefined;
  readonly release: () => void;
}

/** ElevenLabs' `stream-input`. */
@WebSocketGateway({ path: '/v1/text-to-speech/:voice/stream-input{/}?', ...LIVE_SOCKETS })
export class ElevenLabsLiveGateway
  implements OnGatewayInit<AdmittingServer>, OnGatewayConnection<WebSocket>
{
  readonly #asked = new WeakMap<IncomingMessage, Asked>();
  readonly #unknown = new Set<symbol>();

  constructor(
    private readonly live: LiveMaker,
    private readonly gates: Gates,
    private readonly logger: Logger,
  ) {}

  afterInit(server: AdmittingServer): void {
    server.admission = async (request, { pathname, searchParams }) => {
      this.live.sessions.requireRoom();
      const query = elevenLabsQueryOf(voiceIn(pathname), searchParams);
      const credentials = credentialsOf(request);
      const early = credentials === undefined ? undefined : await admit(this.gates, credentials);
      const release = early === undefined ? this.countUnknown() : early.release;
      this.#asked.set(request, { query, early, release });
      return release;
    };
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const asked = this.#asked.get(request);
    if (asked === undefined) throw new Error('This connection was not admitted.');
    const { query, early, release } = asked;
    if (early === undefined) socket.once('close', release);
    const listener = new LiveSocket(socket, new ElevenLabsPresenter(query.isAligned));
    const conversation = new ElevenLabsConversation({
      live: this.live,
      query,
      socket: listener,
      admit: (credentials) => this.letIn(asked, credentials),
    });
    new LiveConnection(socket, listener, conversation, this.logger).listen();
  }

  /** Clients that send no credentials with the request may do so in the first message. */
  private async letIn(
    { early, release }: Asked,
    credentials: string | undefined,
  ): Promise<Admitted> {
    if (early !== undefined) return early;
    const admitted = await admit(this.gates, credentials);
    release();
    return admitted;
  }

  /** @returns counts it no longer; once */
  private countUnknown(): () => void {
    if (this.#unknown.size >= MOST_UNKNOWN) throw LIVE_ERRORS.full();
    const one = Symbol('connection');
    this.#unknown.add(one);
    return () => this.#unknown.delete(one);
  }
}

/** The segment between `text-to-speech` and `stream-input`. */
function voiceIn(pathname: string): string {
  const [, , , voice = ''] = pathname.split('/');
  try {
    return decodeURIComponent(voice);
  } catch {
    throw noSocketHere();
  }
}
