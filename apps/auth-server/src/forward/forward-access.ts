import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { OwnSessions } from '../accounts/pages/own-session.js';
import { GroupAdmin } from '../groups/group-admin.js';
import { Identity } from '../http/identity.js';
import { ArtifactStore } from '../sessions/artifact-store.js';
import { rolesOf, type User } from '../users/user.js';
import type { ForwardSession } from './forward-tickets.js';
import { ForwardSettings } from './forward.settings.js';

/** What the application is told of a person. */
export interface ForwardIdentity {
  readonly username: string;
  readonly name: string;
  /** Empty where nobody knows whether it is the person's: applications take accounts by it. */
  readonly email: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

/** Who may open what. */
@Injectable()
export class ForwardAccess {
  readonly #isPlain: boolean;

  constructor(
    private readonly settings: ForwardSettings,
    private readonly store: ArtifactStore,
    private readonly sessions: OwnSessions,
    private readonly groups: GroupAdmin,
    private readonly clock: Clock,
    { issuer }: Identity,
  ) {
    this.#isPlain = issuer.startsWith('http:');
  }

  /**
   * Whether a host may ask here, on that kind of connection: with TLS alone where this server itself has it. A code in a plain address
   * is whoever's is on the way, who can have asked for it as well.
   *
   * @param protocol with its colon
   */
  isPlace(protocol: string, host: string): boolean {
    const isSafe = protocol === 'https:' || (protocol === 'http:' && this.#isPlain);
    return isSafe && this.settings.forwardHosts?.has(host) === true;
  }

  mayOpen(host: string, user: User): boolean {
    const needed = this.settings.forwardHosts?.get(host);
    if (needed === undefined) return false;
    return needed.length === 0 || needed.some((role) => rolesOf(user).includes(role));
  }

  /** @returns whose session it is, as long as it lasts here */
  async userOf({ uid, userId, generation }: ForwardSession): Promise<User | undefined> {
    const [session, user] = await Promise.all([
      this.store.findByUid(uid),
      this.sessions.userOf(userId),
    ]);
    const { accountId, exp = 0 } = (session?.payload ?? {}) as {
      readonly accountId?: string;
      /** Epoch seconds. */
      readonly exp?: number;
    };
    const isLive = accountId === userId && exp * 1000 > this.clock.nowMs();
    return isLive && user?.generation === generation ? user : undefined;
  }

  async identityOf(user: User): Promise<ForwardIdentity> {
    const groups = await this.groups.of(user.id);
    return {
      username: user.username,
      name: user.name,
      email: user.isVerified ? user.email : '',
      groups: groups.map(({ name }) => name),
      roles: rolesOf(user),
    };
  }
}
