import type { IncomingMessage } from 'node:http';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { AdmittingServer } from '@sextant/platform-http/sockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../access/gates.js';
import { admit, credentialsOf, type Admitted } from './live-admission.js';
import { LiveConnection } from './live-connection.js';
import { OurConversation } from './live-conversation.gateway.js';
import { LiveMaker } from './live-maker.js';
import { LIVE_PATH } from './live-path.js';
import { LiveSocket } from './live-socket.js';
import { LIVE_SOCKETS } from './live-sockets.js';
import { LIVE_PRESENTER } from './messages/live.presenter.js';

/** Speech over WebSockets: clients send text while it is written. */
@WebSocketGateway({ path: LIVE_PATH, ...LIVE_SOCKETS })
export class LiveGateway implements OnGatewayInit<AdmittingServer>, OnGatewayConnection<WebSocket> {
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>();

  constructor(
    private readonly live: LiveMaker,
    private readonly gates: Gates,
    private readonly logger: Logger,
  ) {}

  afterInit(server: AdmittingServer): void {
    server.admission = async (request) => {
      this.live.sessions.requireRoom();
      const admitted = await admit(this.gates, credentialsOf(request));
      this.#admitted.set(request, admitted);
      return admitted.release;
    };
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const admitted = this.#admitted.get(request);
    if (admitted === undefined) throw new Error('This connection was not admitted.');
    const live = new LiveSocket(socket, LIVE_PRESENTER);
    const conversation = new OurConversation(this.live, admitted, live);
    new LiveConnection(socket, live, conversation, this.logger).listen();
  }
}
