import { Injectable } from '@nestjs/common';
import type { Client } from 'oidc-provider';
import type { SignInOfAnswer, WaitingRequest, WaitingRequests } from '../approvals/approvals.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { Pings } from '../approvals/pings.js';
import { isStillIn, type User } from '../users/user.js';
import { demandedLevel } from './engine/demanded-level.js';
import { Engine } from './engine/engine.js';
import { storeGrant } from './engine/grants/consent.js';

type Request = InstanceType<Engine['provider']['BackchannelAuthenticationRequest']>;

interface Found {
  readonly request: Request;
  readonly client: Client;
}

/** The engine's backchannel authentication requests, for the page on which they are answered. */
@Injectable()
export class EngineApprovals implements WaitingRequests {
  constructor(
    private readonly engine: Engine,
    private readonly pings: Pings,
  ) {}

  async find(requestId: string, user: User): Promise<WaitingRequest | undefined> {
    const found = await this.#waiting(requestId, user);
    if (found === undefined) return undefined;
    const { request, client } = found;
    const { scopes, uses } = this.engine;
    const params = request.params ?? {};
    const message = params['binding_message'];
    return {
      clientId: client.clientId,
      clientName: client.clientName ?? client.clientId,
      scopes: namesOf(request).map((name) => ({ name, description: scopes.describe(name) })),
      message: typeof message === 'string' ? message : undefined,
      level: demandedLevel({ client, params }, uses.factors, user),
    };
  }

  async allow(requestId: string, user: User, signIn: SignInOfAnswer): Promise<void> {
    const { uses } = this.engine;
    const { request, client } = await this.#required(requestId, user);
    const params = {
      ...(request.params as Readonly<Record<string, string | undefined>>),
      ...{ client_id: client.clientId, scope: request.scope },
    };
    const grantId = await storeGrant(this.engine, { params, known: undefined, user });
    await this.#settle({ request, client }, { grantId, ...signIn });
    // Deactivated or signed out everywhere meanwhile: either that has seen the grant, which is stored by then, or this sees that.
    await uses.unit.afterCommit(async () => {
      if (!(await isStillIn(uses.users, user))) await uses.artifacts.removeOfGrant(grantId);
    });
  }

  async deny(requestId: string, user: User): Promise<void> {
    const errorDescription = 'the user did not allow the access';
    await this.#settle(await this.#required(requestId, user), {
      ...{ error: 'access_denied', errorDescription },
    });
  }

  /** First the ping, which a crash then does not lose; one that comes too early finds the request waiting. */
  async #settle({ request, client }: Found, result: object): Promise<void> {
    const { backchannelTokenDeliveryMode: mode, backchannelClientNotificationEndpoint: url } =
      client as Client & Readonly<Record<string, unknown>>;
    const token = request.params?.['client_notification_token'];
    if (mode === 'ping' && typeof url === 'string' && typeof token === 'string') {
      const expiresAt = new Date((request.exp ?? 0) * 1000);
      await this.pings.add({ url, token, requestId: request.jti, expiresAt });
    }
    Object.assign(request, result);
    await request.save();
  }

  async #required(requestId: string, user: User): Promise<Found> {
    const found = await this.#waiting(requestId, user);
    if (found === undefined) throw AUTH_ERRORS.invalidLink();
    return found;
  }

  async #waiting(requestId: string, user: User): Promise<Found | undefined> {
    const { provider } = this.engine;
    const request = await provider.BackchannelAuthenticationRequest.find(requestId);
    const isAnswered = request?.grantId ?? request?.error;
    if (request?.isValid !== true || isAnswered !== undefined) return undefined;
    if (request.accountId !== user.id) return undefined;
    const client = await provider.Client.find(request.clientId ?? '');
    return client === undefined ? undefined : { request, client };
  }
}

const namesOf = ({ scope = '' }: Request): string[] => scope.split(' ').filter(Boolean);
