import type { IncomingMessage } from 'node:http';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { AdmittingServer } from '@sextant/platform-http/sockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../access/gates.js';
import { admit, credentialsOf, type Admitted } from '../live/live-admission.js';
import { LiveConnection } from '../live/live-connection.js';
import { LiveSocket } from '../live/live-socket.js';
import { LIVE_SOCKETS } from '../live/live-sockets.js';
import { ListeningConversation } from './listening-conversation.gateway.js';
import { ListeningMaker } from './listening-maker.js';
import { LISTENING_PATH } from './listening-path.js';
import { LISTENING_PRESENTER } from './messages/listening.presenter.js';

/** Live transcription over WebSockets: clients send sound while somebody speaks. */
@WebSocketGateway({ path: LISTENING_PATH, ...LIVE_SOCKETS })
export class ListeningGateway
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
    const live = new LiveSocket(socket, LISTENING_PRESENTER);
    const conversation = new ListeningConversation(this.maker, admitted, live);
    new LiveConnection(socket, live, conversation, this.logger).listen();
  }
}
