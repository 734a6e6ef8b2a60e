import { Injectable } from '@nestjs/common';
import { JwtVerifier, type TokenAccess } from '@sextant/platform-security/jwt';
import { callerOfAccess, requireScopeOf } from '../access/token-rules.js';
import { ACCESS_ERRORS } from '../access/access-errors.js';
import { AccessSettings } from '../access/access.settings.js';
import { NotificationStore } from '../notifications/notification-store.js';
import type { Addressee } from '../notifications/signals.js';
import { Directory } from '../people/directory.js';

/** Who a socket's token names, and until when. */
export interface SocketUser extends Addressee {
  /** ObjectId. */
  readonly user: string;
  readonly expiresAt: Date;
  /** Calls once when the token ends before its time. @returns takes the wish back */
  readonly onRevoked?: (listener: () => void) => () => void;
}

/** A user whose socket hears signals since then. */
export interface ListeningUser extends SocketUser {
  readonly since: Date;
}

/** A signal that is older came while the client was looking elsewhere: it looks when it connects. */
const NEWS_MS = 60_000;

/** Who listens, by the tokens of the REST interface. */
@Injectable()
export class SocketUsers {
  constructor(
    private readonly verifier: JwtVerifier,
    private readonly directory: Directory,
    private readonly notifications: NotificationStore,
    private readonly settings: AccessSettings,
  ) {}

  /** @throws when the token does not name a user */
  async authenticate(token: string): Promise<SocketUser> {
    const access = await this.verifier.verify(token);
    requireScopeOf(access, this.settings.unscopedClients);
    const onRevoked = (listener: () => void) => this.verifier.onRevoked(access, listener);
    return { ...this.#userOf(access), onRevoked };
  }

  /** Whether the user got something so lately that the signal may have come before the socket. */
  async hasNews({ user, academyId, since }: ListeningUser): Promise<boolean> {
    const query = { user, academyId, type: 'received', limit: 1 } as const;
    const [newest] = await this.notifications.list(query);
    const agoMs = newest === undefined ? Infinity : since.getTime() - newest.createdAt.getTime();
    // What was created after that, its own signal told of.
    return agoMs >= 0 && agoMs < NEWS_MS;
  }

  #userOf(access: TokenAccess): SocketUser {
    const caller = callerOfAccess(access);
    if (caller === undefined) throw ACCESS_ERRORS.permissionDenied();
    this.directory.saw(caller);
    const { academyId, userId, user } = caller;
    return { academyId, userId, user, expiresAt: access.expiresAt };
  }
}
