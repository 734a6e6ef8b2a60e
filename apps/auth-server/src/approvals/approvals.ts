import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { APPROVAL_CONTEXT } from './approval-mails.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { sha256 } from '../clients/client-secret.js';
import { Journal } from '../audit/journal.js';
import { type AccountLink, AccountLinks } from '../mails/account-mailer.js';
import { Sealer } from '../keys/sealer.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { User } from '../users/user.js';

/** What a client waits for. */
export interface WaitingRequest {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  readonly message: string | undefined;
  /** How the person has to have signed in to allow it, as `levelOf` counts. */
  readonly level: number;
}

/** How the person who answers has signed in. */
export interface SignInOfAnswer {
  readonly acr: string | undefined;
  readonly amr: readonly string[] | undefined;
  /** Epoch seconds. */
  readonly authTime: number | undefined;
}

/** The protocol's requests of clients for people who are elsewhere. */
export abstract class WaitingRequests {
  /** `undefined` for one that was answered, has expired, or is of a client or for a person that may not any more. */
  abstract find(requestId: string, user: User): Promise<WaitingRequest | undefined>;
  abstract allow(requestId: string, user: User, signIn: SignInOfAnswer): Promise<void>;
  abstract deny(requestId: string, user: User): Promise<void>;
}

/** Who answers. */
export interface Answer extends SignInOfAnswer {
  readonly user: User;
  readonly ip: string | undefined;
}

/** What people answer to requests that came by e-mail. */
@Injectable()
export class Approvals {
  constructor(
    private readonly links: AccountLinks,
    private readonly requests: WaitingRequests,
    private readonly sealer: Sealer,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly unit: UnitOfWork,
  ) {}

  /** @throws {Problem} `invalid_link`, or `foreign_approval` for somebody else than who was asked */
  async open(token: string, user: User): Promise<WaitingRequest> {
    const { links, clock } = this;
    const link = await links.find(sha256(token), 'approval', new Date(clock.nowMs()));
    return this.#requestOf(this.#own(link, user), user);
  }

  /** The link is used up by it. */
  async answer(token: string, isAllowed: boolean, answer: Answer): Promise<void> {
    const { links, requests, journal, clock } = this;
    const { user, ip } = answer;
    const { clientId, scopes } = await this.open(token, user);
    const scope = scopes.map(({ name }) => name).join(' ');
    await this.unit.run(async () => {
      const taken = await links.take(sha256(token), 'approval', new Date(clock.nowMs()));
      const requestId = this.#own(taken, user);
      if (isAllowed) await requests.allow(requestId, user, answer);
      else await requests.deny(requestId, user);
      await journal.record({
        type: isAllowed ? 'consent.granted' : 'consent.denied',
        ...{ actor: user.id, subject: user.id, ip, details: { client_id: clientId, scope } },
      });
    });
  }

  #own(link: AccountLink | undefined, user: User): string {
    if (link?.about === undefined) throw AUTH_ERRORS.invalidLink();
    if (link.userId !== user.id) throw AUTH_ERRORS.foreignApproval();
    return this.sealer.open(link.about, APPROVAL_CONTEXT);
  }

  async #requestOf(requestId: string, user: User): Promise<WaitingRequest> {
    const request = await this.requests.find(requestId, user);
    if (request === undefined) throw AUTH_ERRORS.invalidLink();
    return request;
  }
}
