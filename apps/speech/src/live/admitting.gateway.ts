import type { IncomingMessage } from 'node:http';
import type { OnGatewayConnection, OnGatewayInit } from '@nestjs/websockets';
import type { AdmittingServer } from '@sextant/platform-http/sockets';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { WebSocket } from 'ws';
import type { Gates } from '../access/gates.js';
import type { Caller } from '../access/scopes.js';
import { admit, credentialsOf, type Admitted, type LiveScope } from './live-admission.js';
import { LiveConnection } from './live-connection.js';
import type { LiveConversation } from './live-conversation.js';
import type { LiveSocket } from './live-socket.js';

/** What is said over a connection that was let in. */
export interface Talk {
  readonly live: Pick<LiveSocket, 'isOver' | 'refuse'>;
  readonly conversation: LiveConversation;
}

/** Lets connections in by the key that their request names, before they are WebSockets. */
export abstract class AdmittingGateway
  implements OnGatewayInit<AdmittingServer>, OnGatewayConnection<WebSocket>
{
  readonly #admitted = new WeakMap<IncomingMessage, Admitted>();

  constructor(
    private readonly gates: Gates,
    private readonly logger: Logger,
    private readonly scope: LiveScope,
  ) {}

  /** @throws {Problem} where there are as many sessions as may be */
  protected abstract requireEntry(caller: Caller): void;

  protected abstract talk(socket: WebSocket, admitted: Admitted): Talk;

  afterInit(server: AdmittingServer): void {
    server.admission = async (request) => {
      const admitted = await admit(this.gates, credentialsOf(request), this.scope);
      try {
        this.requireEntry(admitted.caller);
      } catch (error) {
        admitted.release();
        throw error;
      }
      this.#admitted.set(request, admitted);
      return admitted.release;
    };
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const admitted = this.#admitted.get(request);
    if (admitted === undefined) throw new Error('This connection was not admitted.');
    const { live, conversation } = this.talk(socket, admitted);
    new LiveConnection(socket, live, conversation, this.logger).listen();
    conversation.greet?.().catch((error: unknown) => {
      this.logger.debug('live.socket_failed', { err: error });
    });
  }
}
