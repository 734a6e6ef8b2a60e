import type { Provider as NestProvider } from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { mailRouteOf, MailQueue, MailTemplates, type MailRoute } from '@sextant/platform-mail';
import { DataSource } from 'typeorm';
import { CountryFile } from './adapters/country-file.js';
import { breachedPasswords } from './adapters/breached-passwords.js';
import { PostgresAccountDeletions } from './adapters/postgres-account-deletions.js';
import { PostgresAccountLinks } from './adapters/postgres-account-links.js';
import { PostgresAccountRequests } from './adapters/postgres-account-requests.js';
import { PostgresFactors } from './adapters/postgres-factors.js';
import { PostgresKnownDevices } from './adapters/postgres-known-devices.js';
import { PostgresSessionUses } from './adapters/postgres-session-uses.js';
import { QueuedPostbox } from './adapters/queued-postbox.js';
import { SimpleWebAuthn } from './adapters/simple-webauthn.js';
import { ZxcvbnPolicy } from './adapters/zxcvbn-policy.js';
import { issuerOf, type AuthServerConfig } from './config.js';
import { ACCOUNT_DELETIONS, AccountDeletion } from './domain/account-deletion.js';
import { AccountFlows } from './domain/account-flows.js';
import { AccountNotices } from './domain/account-notices.js';
import { FACTOR_STORE } from './domain/factor-store.js';
import { ARTIFACTS, SIGN_OUT_NOTICES } from './domain/artifacts.js';
import { CLIENTS } from './domain/client.js';
import { COUNTRIES, type Countries } from './domain/countries.js';
import { JOURNAL } from './domain/journal.js';
import { KNOWN_DEVICES } from './domain/known-devices.js';
import { OwnAccount } from './domain/own-account.js';
import { Passkeys } from './domain/passkeys.js';
import { PASSWORD_POLICY } from './domain/password-policy.js';
import { ACCOUNT_LINKS, ACCOUNT_REQUESTS, POSTBOX } from './domain/postbox.js';
import { SecondFactors } from './domain/second-factors.js';
import { SESSION_USES } from './domain/session-uses.js';
import { SEALER, type Sealer } from './domain/sealer.js';
import { SignIn } from './domain/sign-in.js';
import { UPSTREAM_LINKS } from './domain/upstreams.js';
import { UserAdmin } from './domain/user-admin.js';
import { UNIT_OF_WORK } from './domain/unit-of-work.js';
import { USERS } from './domain/user.js';
import { ACCOUNT_PAGES, type AccountPages } from './http/account/account-page.js';
import { OWN_SESSIONS } from './http/account/own-session.js';
import { countryName, languageFor } from './http/pages/texts/index.js';
import { factorChangeText, MAIL_TEXTS } from './mails/index.js';
import { Engine } from './oidc/engine.js';
import { EngineSessions } from './oidc/own-sessions.js';
import { ROUTES } from './oidc/routes.js';
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
