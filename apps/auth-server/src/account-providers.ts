import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { mailRouteOf, MailQueue, MailTemplates, type MailRoute } from '@sextant/platform-mail';
import { DataSource } from 'typeorm';
import { CountryFile } from './countries/country-file.js';
import { breachedPasswords } from './passwords/breached-passwords.js';
import { PostgresAccountDeletions } from './accounts/postgres-account-deletions.js';
import { PostgresAccountLinks } from './mails/postgres-account-links.js';
import { PostgresAccountRequests } from './mails/postgres-account-requests.js';
import { PostgresFactors } from './factors/postgres-factors.js';
import { PostgresKnownDevices } from './passwords/postgres-known-devices.js';
import { PostgresSessionUses } from './sessions/postgres-session-uses.js';
import { QueuedPostbox } from './mails/postgres-postbox.js';
import { SimpleWebAuthn } from './factors/simple-webauthn.js';
import { ZxcvbnPolicy } from './passwords/zxcvbn-policy.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { ACCOUNT_DELETIONS, AccountDeletion } from './accounts/account-deletion.js';
import { AccountFlows } from './accounts/account-flows.js';
import { AccountNotices } from './mails/account-notices.js';
import { FACTOR_STORE } from './factors/factor-store.js';
import { ARTIFACTS, SIGN_OUT_NOTICES } from './sessions/artifacts.js';
import { CLIENTS } from './clients/client.js';
import { COUNTRIES, type Countries } from './countries/countries.js';
import { JOURNAL } from './audit/journal.js';
import { KNOWN_DEVICES } from './passwords/known-devices.js';
import { OwnAccount } from './accounts/own-account.js';
import { Passkeys } from './factors/passkeys.js';
import { PASSWORD_POLICY } from './passwords/password-policy.js';
import { ACCOUNT_LINKS, ACCOUNT_REQUESTS, POSTBOX } from './mails/postbox.js';
import { SecondFactors } from './factors/second-factors.js';
import { SESSION_USES } from './sessions/session-uses.js';
import { SEALER, type Sealer } from './keys/sealer.js';
import { SignIn } from './sign-in/sign-in.js';
import { UPSTREAM_LINKS } from './upstream/upstreams.js';
import { UserAdmin } from './users/user-admin.js';
import { UNIT_OF_WORK } from './database/unit-of-work.js';
import { USERS } from './users/user.js';
import { ACCOUNT_PAGES, type AccountPages } from './pages/account-page.js';
import { OWN_SESSIONS } from './accounts/pages/own-session.js';
import { countryName, languageFor } from './pages/texts/index.js';
import { factorChangeText, MAIL_TEXTS } from './mails/texts/index.js';
import { Engine } from './oidc/engine/engine.js';
import { EngineSessions } from './oidc/sessions/own-sessions.js';
import { ROUTES } from './http/routes.js';
import { named, one } from './provider-of.js';

const DAY_MS = 86_400_000;

export const MAIL_ROUTE = Symbol('MailRoute');

export const isProduction = (): boolean => process.env['NODE_ENV'] === 'production';

/** What people do with their accounts, by e-mail and on pages, with what it needs. */
export function accountProviders(config: AuthServerConfig, logger: Logger): NestProvider[] {
  const { brandName: brand } = config;
  const issuer = issuerOf(config);
  const common = { clock: systemClock, random: secureRandom, brand, issuer };
  const registration = {
    isOpen: config.selfRegistration,
    domains: (config.registrationDomains ?? []).map((domain) => domain.toLowerCase()),
  };
  return [
    ...mailProviders(config),
    { provide: PASSWORD_POLICY, useFactory: () => passwordPolicy(config, logger) },
    one(KNOWN_DEVICES, [DataSource], (source: DataSource) => new PostgresKnownDevices(source)),
    one(ACCOUNT_LINKS, [DataSource], (source: DataSource) => new PostgresAccountLinks(source)),
    { provide: ACCOUNT_PAGES, useValue: pagesOf(config, logger) },
    ...ownPageProviders,
    ...deletionProviders(config),
    { provide: COUNTRIES, useFactory: () => countriesOf(config, logger) },
    named(AccountNotices, { postbox: POSTBOX, countries: COUNTRIES }, common),
    ...factorProviders(config, common),
    named(
      AccountFlows,
      {
        users: USERS,
        userAdmin: UserAdmin,
        policy: PASSWORD_POLICY,
        links: ACCOUNT_LINKS,
        upstreamLinks: UPSTREAM_LINKS,
        requests: ACCOUNT_REQUESTS,
        postbox: POSTBOX,
        notices: AccountNotices,
        journal: JOURNAL,
      },
      { ...common, registration },
    ),
  ];
}

/** Nobody knows where addresses are, unless the operator has a database. */
async function countriesOf(
  { geoipFile: path }: AuthServerConfig,
  logger: Logger,
): Promise<Countries> {
  if (path === undefined) return { of: () => undefined };
  const file = new CountryFile(path, { logger, clock: systemClock });
  await file.refresh();
  return file;
}

const pagesOf = (config: AuthServerConfig, logger: Logger): AccountPages => ({
  look: { brand: config.brandName, assets: ROUTES.assets },
  issuer: issuerOf(config),
  logger,
  hasMailbox: config.smtpUrl === undefined && !isProduction(),
});

const deletionProviders = (config: AuthServerConfig): NestProvider[] => [
  one(
    ACCOUNT_DELETIONS,
    [DataSource],
    (source: DataSource) => new PostgresAccountDeletions(source),
  ),
  named(
    AccountDeletion,
    {
      deletions: ACCOUNT_DELETIONS,
      users: USERS,
      artifacts: ARTIFACTS,
      notices: SIGN_OUT_NOTICES,
      journal: JOURNAL,
      unit: UNIT_OF_WORK,
    },
    { clock: systemClock, waitMs: config.accountDeletionDays * DAY_MS },
  ),
];

/** Authenticator apps, recovery codes, passkeys. */
function factorProviders(
  config: AuthServerConfig,
  common: { readonly brand: string; readonly issuer: string },
): NestProvider[] {
  const { brand, issuer } = common;
  return [
    one(FACTOR_STORE, [DataSource], (source: DataSource) => new PostgresFactors(source)),
    named(
      SecondFactors,
      {
        store: FACTOR_STORE,
        sealer: SEALER,
        notices: AccountNotices,
        journal: JOURNAL,
        unit: UNIT_OF_WORK,
      },
      { ...common, ids: randomIds, requiredRoles: config.requireFactor ?? [] },
    ),
    named(
      Passkeys,
      { store: FACTOR_STORE, factors: SecondFactors, users: USERS },
      { ...common, ids: randomIds, webAuthn: new SimpleWebAuthn(issuer, brand) },
    ),
  ];
}

/** What people see of their own accounts, and change. */
const ownPageProviders: readonly NestProvider[] = [
  one(SESSION_USES, [DataSource], (source: DataSource) => new PostgresSessionUses(source)),
  one(OWN_SESSIONS, [Engine], (engine: Engine) => new EngineSessions(engine)),
  named(
    OwnAccount,
    {
      users: USERS,
      userAdmin: UserAdmin,
      signIn: SignIn,
      flows: AccountFlows,
      factors: SecondFactors,
      artifacts: ARTIFACTS,
      clients: CLIENTS,
      countries: COUNTRIES,
      journal: JOURNAL,
    },
    {},
  ),
];

/** The queue, sealed: what waits in it holds links that open accounts. */
function mailProviders(config: AuthServerConfig): NestProvider[] {
  return [
    { provide: MAIL_ROUTE, useFactory: () => mailRouteOf(config, isProduction()) ?? null },
    one(MailQueue, [DataSource, SEALER], (source: DataSource, sealer: Sealer) => {
      const templates = new MailTemplates(MAIL_TEXTS, config.mailTemplates);
      return new MailQueue({ source, templates, sealer, clock: systemClock, ids: randomIds });
    }),
    one(
      POSTBOX,
      [DataSource, MailQueue, MAIL_ROUTE],
      (source: DataSource, queue: MailQueue, route: MailRoute | null) =>
        new QueuedPostbox(source, queue, {
          isOpen: route !== null,
          countryText: (languages, country) => countryName(languageFor(languages), country),
          changeText: (languages, change) => factorChangeText(languageFor(languages), change),
        }),
    ),
    one(
      ACCOUNT_REQUESTS,
      [DataSource, SEALER],
      (source: DataSource, sealer: Sealer) =>
        new PostgresAccountRequests({ source, sealer, clock: systemClock, ids: randomIds }),
    ),
  ];
}

function passwordPolicy(config: AuthServerConfig, logger: Logger): ZxcvbnPolicy {
  const { passwordMinLength: minLength, passwordBreachUrl: url, brandName } = config;
  const leaked = url === undefined ? undefined : breachedPasswords(url, logger);
  return new ZxcvbnPolicy({ minLength, words: [brandName], leaked });
}
