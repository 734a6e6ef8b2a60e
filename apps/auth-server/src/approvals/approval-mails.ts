import type { Clock, Random } from '@sextant/platform-clock';
import { sha256 } from '../clients/client-secret.js';
import type { Journal } from '../audit/journal.js';
import type { Postbox } from '../mails/postbox.js';
import type { Sealer } from '../keys/sealer.js';
import type { User } from '../users/user.js';

/** Counts what may be done so often. */
export interface Allowances {
  consume(key: string): Promise<{ readonly allowed: boolean }>;
}

export interface ApprovalMailsDependencies {
  readonly postbox: Postbox;
  readonly sealer: Sealer;
  readonly journal: Journal;
  readonly random: Random;
  readonly clock: Clock;
  readonly brand: string;
  readonly issuer: string;
  /** Of one client, for whomever it asks. */
  readonly perClient: Allowances;
  /** Of one client for one person. */
  readonly perPerson: Allowances;
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
export class ApprovalMails {
  constructor(private readonly uses: ApprovalMailsDependencies) {}

  get isOpen(): boolean {
    return this.uses.postbox.isOpen;
  }

  /** Counts a request, whomever it names: names cannot be tried out without end. */
  async mayAsk(clientId: string): Promise<boolean> {
    return (await this.uses.perClient.consume(clientId)).allowed;
  }

  /** @returns whether it is on its way; not when the person has been asked too often */
  async send(request: ApprovalRequest): Promise<boolean> {
    const { perPerson, journal } = this.uses;
    const { user, clientId } = request;
    if (!(await perPerson.consume(`${clientId}\n${user.id}`)).allowed) return false;
    if (!(await this.#post(request))) return false;
    await journal.record({ type: 'approval.requested', actor: clientId, subject: user.id });
    return true;
  }

  #post({ requestId, user, clientName, message, lifetimeSeconds }: ApprovalRequest) {
    const { postbox, sealer, random, clock, brand, issuer } = this.uses;
    const token = random.bytes(32).toString('base64url');
    const expiresAt = new Date(clock.nowMs() + lifetimeSeconds * 1000);
    const link = `${issuer}/account/approve?token=${token}`;
    const values = { brand, name: user.name, client: clientName, message: message ?? '–', link };
    const { locale } = user.claims;
    return postbox.post(
      { to: user.email, template: 'approval', languages: [locale], values, expiresAt },
      {
        ...{ digest: sha256(token), kind: 'approval', userId: user.id, address: user.email },
        ...{ invitedAs: {}, about: sealer.seal(requestId, APPROVAL_CONTEXT), expiresAt },
      },
    );
  }
}
