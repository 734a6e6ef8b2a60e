import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Outbox } from '@sextant/platform-events';
import type { Logger } from '@sextant/platform-logging';
import { Transactions, unavailableDatabase } from '@sextant/platform-postgres';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { Metrics } from '@sextant/platform-telemetry';
import { DataSource } from 'typeorm';
import { AesSealer } from './keys/aes-sealer.js';
import { Argon2Passwords } from './passwords/argon2-passwords.js';
import { PostgresArtifactStore } from './sessions/postgres-artifact-store.js';
import { PostgresArtifacts } from './sessions/postgres-artifacts.js';
import { PostgresChanges } from './database/postgres-changes.js';
import { PostgresClients } from './clients/postgres-clients.js';
import { PostgresDatabase } from './admin/system/postgres-database.js';
import { PostgresJournal } from './audit/postgres-journal.js';
import { PostgresLoginAttempts } from './passwords/postgres-login-attempts.js';
import { PostgresScopes } from './scopes/postgres-scopes.js';
import { PostgresSigningKeys } from './keys/postgres-signing-keys.js';
import { PostgresUsers } from './users/postgres-users.js';
import { prometheusObserver } from './sign-in/prometheus-observer.js';
import type { AuthServerConfig } from './config.js';
import { ACCESS_TOKENS, type AccessTokens } from './sign-in/access-tokens.js';
import { ARTIFACT_STORE } from './sessions/artifact-store.js';
import { ARTIFACTS, SIGN_OUT_NOTICES } from './sessions/artifacts.js';
import { CLIENT_RULES, ClientAdmin } from './clients/client-admin.js';
import { CLIENTS } from './clients/client.js';
import { JOURNAL } from './audit/journal.js';
import { LoginGuard } from './passwords/login-guard.js';
import { OBSERVER } from './sign-in/observer.js';
import { KNOWN_DEVICES } from './passwords/known-devices.js';
import { PASSWORD_POLICY } from './passwords/password-policy.js';
import { Passkeys } from './factors/passkeys.js';
import { PASSWORDS } from './passwords/passwords.js';
import { ApprovalMails } from './approvals/approval-mails.js';
import { AccountFlows } from './accounts/account-flows.js';
import { AccountNotices } from './mails/account-notices.js';
import { accountProviders } from './account-providers.js';
import { approvalProviders } from './approval-providers.js';
import { signalsProviders } from './signals-providers.js';
import { upstreamProviders } from './upstream-providers.js';
import { directoryProviders } from './directory-providers.js';
import { engineSettings } from './engine-settings.js';
import { gathered, named, one } from './provider-of.js';
import { POSTBOX, type Postbox } from './mails/postbox.js';
import { Reports } from './admin/reports/reports.js';
import { ScopeAdmin } from './scopes/scope-admin.js';
import { SCOPES } from './scopes/scope.js';
import { SEALER, type Sealer } from './keys/sealer.js';
import { SecondFactors } from './factors/second-factors.js';
import { SESSION_USES } from './sessions/session-uses.js';
import { SignIn } from './sign-in/sign-in.js';
import { SIGNING_KEYS } from './keys/signing-keys.js';
import { DATABASE } from './admin/system/system-status.js';
import { UserImport } from './admin/users/user-import.js';
import { Upstreams } from './upstream/upstreams.js';
import { UserCreation } from './users/user-creation.js';
import { UserAdmin } from './users/user-admin.js';
import { UNIT_OF_WORK } from './database/unit-of-work.js';
import { USERS } from './users/user.js';
import { ADMIN_LIMITER } from './sign-in/access.guard.js';
import { BearerDoor, PasswordDoor } from './sign-in/passport.js';
import { BackChannel } from './oidc/sessions/back-channel.js';
import { EngineClientRules } from './oidc/clients/client-rules.js';
import { afterEngine } from './oidc/endpoints/after-engine.js';
import { Engine } from './oidc/engine/engine.js';
import { FirstPartyTokens } from './oidc/tokens/first-party-tokens.js';
import { LONGEST_SIGNED_TOKEN_MS, type EngineDependencies } from './oidc/engine/settings.js';

const DAY_MS = 86_400_000;

/** OWASP's minimum (Password Storage Cheat Sheet, argon2id): 19 MiB, two passes, one lane. */
const ARGON2_COST = { memoryKib: 19_456, passes: 2, lanes: 1 };
const LOGINS_WAITING = 200;
const LOGIN_POLICY = { perAddress: 50, perAccount: 100 };

/** Adapters, each with the ports that it implements. */
function storageProviders(config: AuthServerConfig, logger: Logger): NestProvider[] {
  return [
    { provide: SEALER, useFactory: () => new AesSealer(config.keyEncryptionKey) },
    {
      provide: PostgresChanges,
      inject: [DataSource],
      useFactory: (source: DataSource) => new PostgresChanges(source, logger),
    },
    one(USERS, [DataSource], (source: DataSource) => new PostgresUsers(source)),
    one(
      CLIENTS,
      [DataSource, PostgresChanges],
      (source: DataSource, changes: PostgresChanges) => new PostgresClients(source, changes),
    ),
    one(
      SCOPES,
      [DataSource, PostgresChanges],
      (source: DataSource, changes: PostgresChanges) => new PostgresScopes(source, changes),
    ),
    one(ARTIFACT_STORE, [DataSource], (source: DataSource) => new PostgresArtifactStore(source)),
    one(ARTIFACTS, [DataSource], (source: DataSource) => new PostgresArtifacts(source)),
    ...supportProviders(config, logger),
    ...accountProviders(config, logger),
  ];
}

/** What follows a commit is tried once: a change that is stored is never answered as an error. */
const transactionsOf = (source: DataSource, logger: Logger): Transactions =>
  new Transactions(source, (err) => logger.warn('transaction.effect_failed', { err }));

/** Journal, keys, passwords and limits. */
function supportProviders(config: AuthServerConfig, logger: Logger): NestProvider[] {
  return [
    one(
      DATABASE,
      [DataSource],
      (source: DataSource) => new PostgresDatabase(source, config.databasePoolSize),
    ),
    one(
      Outbox,
      [DataSource],
      (source: DataSource) =>
        new Outbox({ source, app: 'auth-server', clock: systemClock, ids: randomIds }),
    ),
    one(
      JOURNAL,
      [DataSource, Outbox],
      (source: DataSource, outbox: Outbox) =>
        new PostgresJournal({ source, outbox, clock: systemClock }),
    ),
    one(
      SIGNING_KEYS,
      [DataSource, SEALER, PostgresChanges],
      (source: DataSource, sealer: Sealer, changes: PostgresChanges) =>
        new PostgresSigningKeys(
          { source, sealer, changes, clock: systemClock },
          { lifetimeMs: config.keyLifetimeDays * DAY_MS, retentionMs: LONGEST_SIGNED_TOKEN_MS },
        ),
    ),
    {
      provide: PASSWORDS,
      useFactory: () =>
        new Argon2Passwords(ARGON2_COST, {
          running: config.loginsRunning,
          waiting: LOGINS_WAITING,
        }),
    },
    one(UNIT_OF_WORK, [DataSource], (source: DataSource) => transactionsOf(source, logger)),
    one(OBSERVER, [Metrics], prometheusObserver),
  ];
}

/** The rules, with what they need. */
function domainProviders(config: AuthServerConfig): NestProvider[] {
  const common = { clock: systemClock, ids: randomIds, random: secureRandom };
  return [
    one(
      LoginGuard,
      [DataSource],
      (source: DataSource) =>
        new LoginGuard(
          new PostgresLoginAttempts(source),
          { ...LOGIN_POLICY, freeAttempts: config.loginFreeAttempts },
          systemClock,
        ),
    ),
    named(
      SignIn,
      {
        users: USERS,
        passwords: PASSWORDS,
        guard: LoginGuard,
        factors: SecondFactors,
        devices: KNOWN_DEVICES,
        accountNotices: AccountNotices,
        journal: JOURNAL,
        observer: OBSERVER,
      },
      common,
    ),
    ...adminProviders(common),
  ];
}

const NEEDS_OF_USER_ADMIN = {
  users: USERS,
  creation: UserCreation,
  passwords: PASSWORDS,
  policy: PASSWORD_POLICY,
  accountNotices: AccountNotices,
  artifacts: ARTIFACTS,
  notices: SIGN_OUT_NOTICES,
  journal: JOURNAL,
  unit: UNIT_OF_WORK,
};

/** Administration, the same for the API, the command line and the first start. */
const adminProviders = (common: object): NestProvider[] => [
  named(
    UserCreation,
    {
      users: USERS,
      passwords: PASSWORDS,
      policy: PASSWORD_POLICY,
      journal: JOURNAL,
      unit: UNIT_OF_WORK,
    },
    common,
  ),
  named(UserAdmin, NEEDS_OF_USER_ADMIN, {}),
  named(Reports, { journal: JOURNAL, postbox: POSTBOX, keys: SIGNING_KEYS }, common),
  named(UserImport, { users: USERS, userAdmin: UserAdmin, flows: AccountFlows }, {}),
  named(ScopeAdmin, { scopes: SCOPES, journal: JOURNAL, unit: UNIT_OF_WORK }, common),
  named(
    ClientAdmin,
    {
      clients: CLIENTS,
      scopes: SCOPES,
      artifacts: ARTIFACTS,
      journal: JOURNAL,
      rules: CLIENT_RULES,
      sealer: SEALER,
      unit: UNIT_OF_WORK,
    },
    common,
  ),
];

const DOCUMENT_FETCHES = Symbol('DocumentFetches');
/** Documents of clients that one address makes us fetch in a minute. */
const FETCHES_A_MINUTE = 60;

const NEEDS_OF_ENGINE = {
  store: ARTIFACT_STORE,
  artifacts: ARTIFACTS,
  clients: CLIENTS,
  users: USERS,
  scopes: SCOPES,
  keys: SIGNING_KEYS,
  sealer: SEALER,
  journal: JOURNAL,
  observer: OBSERVER,
  signIn: SignIn,
  factors: SecondFactors,
  passkeys: Passkeys,
  sessionUses: SESSION_USES,
  upstreams: Upstreams,
  approvals: ApprovalMails,
  documentFetches: DOCUMENT_FETCHES,
};

/** The engine and the doors beside it. */
function engineProviders(config: AuthServerConfig, logger: Logger): NestProvider[] {
  return [
    one(PasswordDoor, [SignIn], (signIn: SignIn) => new PasswordDoor(signIn)),
    {
      provide: Engine,
      inject: [ENGINE_NEEDS, PasswordDoor, POSTBOX],
      useFactory: (needs: EngineNeeds, door: PasswordDoor, { isOpen }: Postbox) =>
        withEndpoints(
          new Engine({
            ...needs,
            settings: engineSettings(config, isOpen),
            logger,
            unavailable: unavailableDatabase,
            doors: {
              enter: (request, credentials, where) => door.enter(request, credentials, where),
              check: (request, credentials, where) => door.check(request, credentials, where),
            },
          }),
        ),
    },
    {
      provide: ENGINE_NEEDS,
      ...gathered(NEEDS_OF_ENGINE, (needs) => ({ ...needs, clock: systemClock, ids: randomIds })),
    },
    one(DOCUMENT_FETCHES, [RateLimiters], (limiters: RateLimiters) =>
      limiters.create({ name: 'client-documents', limit: FETCHES_A_MINUTE, windowSeconds: 60 }),
    ),
    one(ACCESS_TOKENS, [Engine], (engine: Engine) => new FirstPartyTokens(engine)),
    one(BearerDoor, [ACCESS_TOKENS], (tokens: AccessTokens) => new BearerDoor(tokens)),
    one(SIGN_OUT_NOTICES, [Engine], (engine: Engine) => new BackChannel(engine)),
    one(CLIENT_RULES, [Engine], (engine: Engine) => new EngineClientRules(engine)),
    one(ADMIN_LIMITER, [RateLimiters], (limiters: RateLimiters) =>
      limiters.create({ name: 'admin', limit: config.rateLimitAdmin, windowSeconds: 60 }),
    ),
  ];
}

/** Everything but the controllers. */
export const serviceProviders = (config: AuthServerConfig, logger: Logger): NestProvider[] => [
  ...storageProviders(config, logger),
  ...domainProviders(config),
  ...engineProviders(config, logger),
  ...directoryProviders(config),
  ...upstreamProviders(config),
  ...signalsProviders(config),
  ...approvalProviders(config),
];

const withEndpoints = (engine: Engine): Engine => engine.use(afterEngine(engine));

type EngineNeeds = Omit<EngineDependencies, 'settings' | 'logger' | 'unavailable' | 'doors'>;
const ENGINE_NEEDS = Symbol('EngineNeeds');
