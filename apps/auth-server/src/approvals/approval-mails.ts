import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { RateLimiters } from '@sextant/platform-security/rate-limit';
import type { Allowances } from '../sign-in/allowances.js';
import { Identity } from '../http/identity.js';
import { ApprovalSettings } from './approval.settings.js';
import { sha256 } from '../clients/client-secret.js';
import { Journal } from '../audit/journal.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { Sealer } from '../keys/sealer.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { User } from '../users/user.js';

const HOUR_SECONDS = 3600;
/** Whatever is asked for: a person can be bothered by one client that often in an hour. */
const PER_PERSON = 5;

/** How often people may be asked. */
@Injectable()
export class ApprovalLimits {
  /** Of one client, for whomever it asks. */
  readonly perClient: Allowances;
  /** Of one client for one person. */
  readonly perPerson: Allowances;

  constructor(limiters: RateLimiters, { rateLimitApprovals: limit }: ApprovalSettings) {
    const windowSeconds = HOUR_SECONDS;
    this.perClient = limiters.create({ name: 'approvals', limit, windowSeconds });
    this.perPerson = limiters.create({
      name: 'approvals-person',
      limit: PER_PERSON,
      windowSeconds,
    });
  }
}

/** A client that wants somebody to be asked who is not at its page (OpenID Connect CIBA). */
export interface ApprovalRequest {
  readonly requestId: string;
  readonly user: User;
  readonly clientId: string;
  readonly clientName: string;
  /** What the client shows as well. */
  readonly message: string | undefined;
  readonly lifetimeSeconds: number;
}

/** In which context `about` of a link is sealed. */
export const APPROVAL_CONTEXT = 'approval';

/** Asks people by e-mail whether a client may sign them in, and not too often. */
@Injectable()
export class ApprovalMails {
  constructor(
    private readonly mailer: AccountMailer,
    private readonly sealer: Sealer,
    private readonly journal: Journal,
    private readonly random: Random,
    private readonly clock: Clock,
    private readonly identity: Identity,
    private readonly limits: ApprovalLimits,
    private readonly unit: UnitOfWork,
  ) {}

  get isOpen(): boolean {
    return this.mailer.isOpen;
  }

  /** Counts a request, whomever it names: names cannot be tried out without end. */
  async mayAsk(clientId: string): Promise<boolean> {
    return (await this.limits.perClient.consume(clientId)).allowed;
  }

  /** @returns whether it is on its way; not when the person has been asked too often */
  async send(request: ApprovalRequest): Promise<boolean> {
    const { journal } = this;
    const { user, clientId } = request;
    if (!(await this.limits.perPerson.consume(`${clientId}\n${user.id}`)).allowed) return false;
    return this.unit.run(async () => {
      if (!(await this.#post(request))) return false;
      await journal.record({ type: 'approval.requested', actor: clientId, subject: user.id });
      return true;
    });
  }

  #post({ requestId, user, clientName, message, lifetimeSeconds }: ApprovalRequest) {
    const { mailer, sealer, random, clock } = this;
    const { brand, issuer } = this.identity;
    const token = random.bytes(32).toString('base64url');
    const expiresAt = new Date(clock.nowMs() + lifetimeSeconds * 1000);
    const link = `${issuer}/account/approve?token=${token}`;
    const values = { brand, name: user.name, client: clientName, message: message ?? '–', link };
    const { locale } = user.claims;
    return mailer.post(
      { to: user.email, template: 'approval', languages: [locale], values, expiresAt },
      {
        ...{ digest: sha256(token), kind: 'approval', userId: user.id, address: user.email },
        ...{ invitedAs: {}, about: sealer.seal(requestId, APPROVAL_CONTEXT), expiresAt },
      },
    );
  }
}
