import type { OnModuleDestroy } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { WebSocketGateway, type OnGatewayInit } from '@nestjs/websockets';
import type { AdmittingServer } from '@sextant/platform-http/sockets';
import type { ConnectionInitMessage, Context } from 'graphql-ws';
import { useServer, type Extra } from 'graphql-ws/use/ws';
import { acceptedBy, RequireCaller, type Accepted } from '../access/access.js';
import { liveOperation, LiveLimits } from './live-operations.js';
import type { IptContext } from '../graphql/in-band.js';

/** A connection that was let in, and what ends with it. */
interface Connected extends Extra {
  accepted?: Accepted;
  readonly ends?: (() => void)[];
}

type Connection = Context<ConnectionInitMessage['payload'], Connected>;

/** Close codes of the protocol, and of our own in its range. @see https://github.com/enisdenjo/graphql-ws, PROTOCOL.md */
const CLOSED = { forbidden: 4403, tooMany: 4429 } as const;
const MAX_MESSAGE_BYTES = 64 * 1024;
const INIT_WAIT_MS = 5000;
/** A key that was revoked counts no longer than that. */
const RECHECK_MS = 5000;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Subscriptions over the protocol graphql-transport-ws, at the path of GraphQL. */
@WebSocketGateway({ path: '/graphql{/}?', maxPayload: MAX_MESSAGE_BYTES })
export class LiveGateway implements OnGatewayInit<AdmittingServer>, OnModuleDestroy {
  #server: AdmittingServer | undefined;
  readonly #open = new Set<Connection>();

  constructor(
    private readonly schemas: GraphQLSchemaHost,
    private readonly access: RequireCaller,
    private readonly limits: LiveLimits,
  ) {}

  /** Clients show their key in the first message: browsers can set no header of a handshake. */
  afterInit(server: AdmittingServer): void {
    this.#server = server;
    useServer<ConnectionInitMessage['payload'], Omit<Connected, keyof Extra>>(
      {
        // Nest makes it after the gateways.
        schema: () => this.schemas.schema,
        connectionInitWaitTimeout: INIT_WAIT_MS,
        onConnect: (connection) => this.#connect(connection),
        onSubscribe: (connection, _id, payload) => this.#subscribe(connection, payload),
        onClose: (connection) => this.#close(connection),
      },
      server,
    );
  }

  /** Apollo, which Nest stops later, cuts idle connections. */
  async onModuleDestroy(): Promise<void> {
    await this.#server?.end();
  }

  /** A key or a token, as the headers of HTTP have it. @returns `false` for nobody: 4403 */
  async #connect(connection: Connection): Promise<boolean> {
    const { connectionParams: shown = {}, extra } = connection;
    const accepted = await this.#accepted(shown);
    if (accepted === undefined) return false;
    const { tenant } = accepted.caller;
    if (this.#of(tenant).length >= this.limits.connectionsPerTenant) {
      extra.socket.close(CLOSED.tooMany, 'Too many connections');
      return false;
    }
    extra.accepted = accepted;
    this.#open.add(connection);
    this.#endWith(accepted, connection);
    return true;
  }

  async #accepted(shown: Readonly<Record<string, unknown>>): Promise<Accepted | undefined> {
    try {
      return await acceptedBy(this.access, {
        key: textOf(shown, 'x-api-key'),
        authorization: textOf(shown, 'authorization'),
      });
    } catch {
      // Whatever is wrong with it, the protocol has one answer.
      return undefined;
    }
  }

  /** When the key or token ends, the connection does. */
  #endWith({ endsAt, isValid, onEnd }: Accepted, { extra }: Connection): void {
    const end = (): void => extra.socket.close(CLOSED.forbidden, 'The key or token has ended');
    const check = setInterval(() => {
      isValid().then(
        (isStill) => {
          if (!isStill) end();
        },
        () => undefined, // The database is away: it is asked again.
      );
    }, RECHECK_MS);
    const leftMs = (endsAt?.getTime() ?? Infinity) - Date.now();
    const timer = setTimeout(end, Math.max(0, Math.min(leftMs, MAX_TIMER_MS)));
    const forget = onEnd(end);
    extra.socket.once('close', () => {
      clearInterval(check);
      clearTimeout(timer);
      forget();
    });
  }

  #subscribe(connection: Connection, payload: Parameters<typeof liveOperation>[0]) {
    const { accepted } = connection.extra;
    // The protocol lets nobody subscribe before the connection is acknowledged.
    if (accepted === undefined) throw new Error('Nobody has been let in.');
    const { caller } = accepted;
    const open = this.#of(caller.tenant).reduce(
      (count, { subscriptions }) => count + Object.keys(subscriptions).length,
      0,
    );
    const { schema } = this.schemas;
    const context: IptContext = { caller, baseUrl: '' };
    return liveOperation(payload, { schema, context, open, limits: this.limits });
  }

  #close(connection: Connection): void {
    this.#open.delete(connection);
  }

  #of(tenant: string): readonly Connection[] {
    return [...this.#open].filter(({ extra }) => extra.accepted?.caller.tenant === tenant);
  }
}

/** A member of what a client shows, in whatever case. */
function textOf(shown: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const member = Object.keys(shown).find((each) => each.toLowerCase() === name);
  const value = member === undefined ? undefined : shown[member];
  return typeof value === 'string' ? value : undefined;
}
