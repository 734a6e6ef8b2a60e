import { WebSocketGateway } from '@nestjs/websockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../access/gates.js';
import type { Caller } from '../access/scopes.js';
import { AdmittingGateway, type Talk } from './admitting.gateway.js';
import type { Admitted } from './live-admission.js';
import { OurConversation } from './live-conversation.gateway.js';
import { LiveMaker } from './live-maker.js';
import { LIVE_PATH } from './live-path.js';
import { LiveSocket } from './live-socket.js';
import { LIVE_SOCKETS } from './live-sockets.js';
import { LIVE_PRESENTER } from './messages/live.presenter.js';

/** Speech over WebSockets: clients send text while it is written. */
@WebSocketGateway({ path: LIVE_PATH, ...LIVE_SOCKETS })
export class LiveGateway extends AdmittingGateway {
  constructor(
    private readonly maker: LiveMaker,
    gates: Gates,
    logger: Logger,
  ) {
    super(gates, logger, 'audio:stream');
  }

  protected requireEntry(caller: Caller): void {
    this.maker.sessions.requireEntry(caller);
  }

  protected talk(socket: WebSocket, admitted: Admitted): Talk {
    const live = new LiveSocket(socket, LIVE_PRESENTER);
    return { live, conversation: new OurConversation(this.maker, admitted, live) };
  }
}
