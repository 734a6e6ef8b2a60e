import { randomUUID } from 'node:crypto';
import { WebSocketGateway } from '@nestjs/websockets';
import { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import { Gates } from '../../access/gates.js';
import type { Caller } from '../../access/scopes.js';
import { AdmittingGateway, type Talk } from '../../live/admitting.gateway.js';
import type { Admitted } from '../../live/live-admission.js';
import { LiveSocket } from '../../live/live-socket.js';
import { LIVE_SOCKETS } from '../../live/live-sockets.js';
import { ListeningMaker } from '../listening-maker.js';
import { RealtimeConversation } from './realtime-conversation.gateway.js';
import { RealtimePresenter } from './realtime-presenter.js';

/** Some clients send seconds of sound in one event. */
const MAX_FRAME_BYTES = 2 * 1024 * 1024;

/** OpenAI's realtime transcription: `intent=transcription`, or a model, whose session is a transcription too. */
@WebSocketGateway({ path: '/v1/realtime{/}?', ...LIVE_SOCKETS, maxPayload: MAX_FRAME_BYTES })
export class RealtimeGateway extends AdmittingGateway {
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
    const presenter = new RealtimePresenter();
    const live = new LiveSocket(socket, presenter);
    const id = `sess_${randomUUID().replaceAll('-', '')}`;
    const { maker } = this;
    const options = { maker, admitted, socket: live, presenter, id };
    return { live, conversation: new RealtimeConversation(options) };
  }
}
