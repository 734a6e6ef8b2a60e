import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { AdmittingServer } from '@sextant/platform-http/sockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../../access/gates.js';
import { admit, credentialsOf, type Admitted } from '../../live/live-admission.js';
import { LiveConnection } from '../../live/live-connection.js';
import { LiveSocket } from '../../live/live-socket.js';
import { LIVE_SOCKETS } from '../../live/live-sockets.js';
import { ListeningMaker } from '../listening-maker.js';
import { RealtimeConversation } from './realtime-conversation.gateway.js';
import { RealtimePresenter } from './realtime-presenter.js';

/** Some clients send seconds of sound in one event. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;

/** OpenAI's realtime transcription: `intent=transcription`, or a model, whose session is a transcription too. */
@WebSocketGateway({ path: '/v1/realtime{/}?', ...LIVE_SOCKETS, maxPayload: MAX_FRAME_BYTES })
export class RealtimeGateway
  implements OnGatewayInit<AdmittingServer>, OnGatewayConnection<WebSocket>
{
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>();

  constructor(
    private readonly maker: ListeningMaker,
    private readonly gates: Gates,
    private readonly logger: Logger,
  ) {}

  afterInit(server: AdmittingServer): void {
    server.admission = async (request) => {
      this.maker.sessions.requireRoom();
      const admitted = await admit(this.gates, credentialsOf(request), 'audio:speech');
      this.#admitted.set(request, admitted);
      return admitted.release;
    };
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const admitted = this.#admitted.get(request);
    if (admitted === undefined) throw new Error('This connection was not admitted.');
    const presenter = new RealtimePresenter();
    const live = new LiveSocket(socket, presenter);
    const id = `sess_${randomUUID().replaceAll('-', '')}`;
    const { maker } = this;
    const conversation = new RealtimeConversation({ maker, admitted, socket: live, presenter, id });
    new LiveConnection(socket, live, conversation, this.logger).listen();
    conversation.greet().catch((error: unknown) => {
      this.logger.debug('live.socket_failed', { err: error });
    });
  }
}
