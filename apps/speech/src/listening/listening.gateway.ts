import { WebSocketGateway } from '@nestjs/websockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../access/gates.js';
import type { Caller } from '../access/scopes.js';
import { AdmittingGateway, type Talk } from '../live/admitting.gateway.js';
import type { Admitted } from '../live/live-admission.js';
import { LiveSocket } from '../live/live-socket.js';
import { LIVE_SOCKETS } from '../live/live-sockets.js';
import { ListeningConversation } from './listening-conversation.gateway.js';
import { ListeningMaker } from './listening-maker.js';
import { LISTENING_PATH } from './listening-path.js';
import { LISTENING_PRESENTER } from './messages/listening.presenter.js';

/** Live transcription over WebSockets: clients send sound while somebody speaks. */
@WebSocketGateway({ path: LISTENING_PATH, ...LIVE_SOCKETS })
export class ListeningGateway extends AdmittingGateway {
  constructor(
    private readonly maker: ListeningMaker,
    gates: Gates,
    logger: Logger,
  ) {
    super(gates, logger, 'audio:speech');
  }

  protected requireEntry(caller: Caller): void {
    this.maker.sessions.requireEntry(caller);
  }

  protected talk(socket: WebSocket, admitted: Admitted): Talk {
    const live = new LiveSocket(socket, LISTENING_PRESENTER);
    return { live, conversation: new ListeningConversation(this.maker, admitted, live) };
  }
}
