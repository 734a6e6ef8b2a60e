import { Injectable } from '@nestjs/common';
import { type Application, Artifacts, type SessionSummary } from '../sessions/artifacts.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import { AccountFlows } from './account-flows.js';
import { documentHostOf, Clients } from '../clients/client.js';
import { Countries } from '../countries/countries.js';
import { Journal } from '../audit/journal.js';
import { SecondFactors } from '../factors/second-factors.js';
import { SignIn } from '../sign-in/sign-in.js';
import type { Door } from '../sign-in/door.js';
import type { Factor } from '../factors/factor-store.js';
import { PasswordTries } from '../passwords/password-tries.js';
import { UserAdmin } from '../users/user-admin.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type User, Users } from '../users/user.js';

/** A client that the user has allowed something, by its name. */
export interface NamedApplication extends Application {
  readonly name: string;
}

/** A session, with the names of the clients that it was used for. */
export interface NamedSession extends SessionSummary {
  readonly clientNames: readonly string[];
  /** Of its last use, as ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
}

export interface Overview {
  readonly user: User;
  readonly factors: readonly Factor[];
  readonly recoveryCodesLeft: number;
  readonly sessions: readonly NamedSession[];
  readonly applications: readonly NamedApplication[];
}

/** What people see and do on their own pages. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly users: Users,
    private readonly userAdmin: UserAdmin,
    private readonly signIn: SignIn,
    private readonly flows: AccountFlows,
    private readonly factors: SecondFactors,
    private readonly artifacts: Artifacts,
    private readonly clients: Clients,
    private readonly countries: Countries,
    private readonly journal: Journal,
    private readonly unit: UnitOfWork,
    private readonly tries: PasswordTries,
  ) {}

  async overview(user: User): Promise<Overview> {
    const { factors } = this;
    const [own, recoveryCodesLeft, sessions, applications] = await Promise.all([
      factors.list(user.id),
      factors.recoveryCodesLeft(user.id),
      this.#sessions(user.id),
      this.#applications(user.id),
    ]);
    return { user, factors: own, recoveryCodesLeft, sessions, applications };
  }

  /**
   * Whoever changes how the account is signed in to shows the password again.
   *
   * @throws {Problem} `wrong_password`
   */
  async reauthenticate(user: User, password: string, door: Door): Promise<void> {
    const found = await this.signIn.checkPassword(user.username, password, door);
    if (found?.id !== user.id) throw AUTH_ERRORS.wrongPassword();
  }

  /** Ends all sessions, this one too. */
  async changePassword(user: User, password: string, door: Door): Promise<void> {
    await this.tries.use(user.id);
    const actor = { id: user.id, ip: door.ip };
    await this.userAdmin.update(user.id, { password }, actor);
  }

  /** Says the same whether somebody else has the address or not. */
  async changeAddress(user: User, address: string): Promise<void> {
    const { users, flows } = this;
    if (!flows.isOpen) throw AUTH_ERRORS.noMail();
    if ((await users.findForSignIn(address)) !== undefined) return;
    await flows.askForAddress(user, address);
  }

  async changeLanguage(user: User, locale: string, ip: string | undefined): Promise<void> {
    const claims = { ...user.claims, locale };
    await this.userAdmin.update(user.id, { claims }, { id: user.id, ip });
  }

  /** Ends what a client holds and asks for consent the next time. */
  async withdraw(user: User, clientId: string, ip: string | undefined): Promise<void> {
    const { artifacts, journal, unit } = this;
    const details = { client_id: clientId };
    const { id } = user;
    await unit.run(async () => {
      await artifacts.withdraw(id, clientId);
      await journal.record({ type: 'consent.withdrawn', actor: id, subject: id, ip, details });
    });
  }

  async #sessions(userId: string): Promise<readonly NamedSession[]> {
    const sessions = await this.artifacts.sessionsOf(userId);
    const ids = new Set(sessions.flatMap(({ clientIds }) => clientIds));
    const names = new Map(await Promise.all([...ids].map((id) => this.#nameOf(id))));
    return sessions.map((session) => ({
      ...session,
      clientNames: session.clientIds.flatMap((id) => names.get(id) ?? []),
      country: session.lastUse === undefined ? undefined : this.countries.of(session.lastUse.ip),
    }));
  }

  /** Our own doors have no name that would tell people anything. */
  async #nameOf(clientId: string): Promise<readonly [string, string | undefined]> {
    return [clientId, (await this.clients.find(clientId))?.name ?? documentHostOf(clientId)];
  }

  async #applications(userId: string): Promise<readonly NamedApplication[]> {
    const { artifacts, clients } = this;
    const all = await artifacts.applicationsOf(userId);
    const byClient = new Map(all.toReversed().map((one) => [one.clientId, one]));
    const named = await Promise.all(
      [...byClient.values()].map(async (one) => {
        const name = (await clients.find(one.clientId))?.name ?? documentHostOf(one.clientId);
        return name === undefined ? undefined : { ...one, name };
      }),
    );
    return named.filter((one) => one !== undefined);
  }
}
