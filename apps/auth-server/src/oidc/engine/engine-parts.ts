import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import { RateLimiters, type RateLimiter } from '@sextant/platform-security/rate-limit';
import { RegistrationSettings } from '../../accounts/registration.settings.js';
import { ApprovalMails } from '../../approvals/approval-mails.js';
import { Journal } from '../../audit/journal.js';
import { Clients } from '../../clients/client.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { Passkeys } from '../../factors/passkeys.js';
import { SecondFactors } from '../../factors/second-factors.js';
import { GroupAdmin } from '../../groups/group-admin.js';
import { FetchSettings } from '../../http/fetch.settings.js';
import { Identity } from '../../http/identity.js';
import { AccessTokenSettings } from '../../keys/access-token.settings.js';
import { Sealer } from '../../keys/sealer.js';
import { SigningKeys } from '../../keys/signing-keys.js';
import { AccountMailer } from '../../mails/account-mailer.js';
import { Scopes } from '../../scopes/scope.js';
import { Standing } from '../../ldap/standing.js';
import { ArtifactStore } from '../../sessions/artifact-store.js';
import { Artifacts } from '../../sessions/artifacts.js';
import { SessionUses } from '../../sessions/session-uses.js';
import { BrowserTrusts } from '../../sign-in/browser-trust.js';
import { Observer } from '../../sign-in/observer.js';
import { PasswordAuthentication } from '../../sign-in/passport.js';
import { SignIn } from '../../sign-in/sign-in.js';
import { Upstreams } from '../../upstream/upstreams.js';
import { Users } from '../../users/user.js';
import { engineSettings } from './engine-settings.js';
import { ProtocolSettings } from './protocol.settings.js';
import { RefreshGrace } from './refresh-grace.js';
import type { Doors, EngineDependencies, EngineSettings } from './settings.js';

/** What the engine reads and writes. */
@Injectable()
export class EngineStores {
  constructor(
    readonly store: ArtifactStore,
    readonly artifacts: Artifacts,
    readonly clients: Clients,
    readonly users: Users,
    readonly groups: GroupAdmin,
    readonly scopes: Scopes,
    readonly keys: SigningKeys,
    readonly sealer: Sealer,
    readonly journal: Journal,
    readonly unit: UnitOfWork,
  ) {}
}

/** How the engine signs people in. */
@Injectable()
export class EngineSignIn {
  readonly doors: Doors;

  constructor(
    door: PasswordAuthentication,
    readonly signIn: SignIn,
    readonly factors: SecondFactors,
    readonly passkeys: Passkeys,
    readonly sessionUses: SessionUses,
    readonly upstreams: Upstreams,
    readonly approvals: ApprovalMails,
    readonly standing: Standing,
    readonly trusts: BrowserTrusts,
  ) {
    this.doors = {
      enter: (request, credentials, where) => door.enter(request, credentials, where),
      check: (request, credentials, where) => door.check(request, credentials, where),
    };
  }
}

/** Documents of clients that one address makes us fetch in a minute. */
const FETCHES_A_MINUTE = 60;

/** What the operator decides, and how often documents are fetched. */
@Injectable()
export class EngineRules {
  readonly settings: EngineSettings;
  readonly documentFetches: RateLimiter;

  constructor(
    identity: Identity,
    protocol: ProtocolSettings,
    tokens: AccessTokenSettings,
    fetches: FetchSettings,
    registration: RegistrationSettings,
    { isOpen: hasMail }: AccountMailer,
    limiters: RateLimiters,
  ) {
    const sources = { identity, protocol, tokens, fetches, registration, hasMail };
    this.settings = engineSettings(sources);
    const limit = { limit: FETCHES_A_MINUTE, windowSeconds: 60 };
    this.documentFetches = limiters.create({ name: 'client-documents', ...limit });
  }
}

/** All that the engine needs. */
@Injectable()
export class EngineParts {
  readonly uses: EngineDependencies;

  constructor(
    stores: EngineStores,
    signIn: EngineSignIn,
    { settings, documentFetches }: EngineRules,
    observer: Observer,
    clock: Clock,
    ids: Ids,
    logger: Logger,
  ) {
    const { store, artifacts, clients, users, groups, scopes, keys, sealer, journal, unit } =
      stores;
    const { doors, factors, passkeys, sessionUses, upstreams, approvals, standing, trusts } =
      signIn;
    this.uses = {
      ...{ store, artifacts, clients, users, groups, scopes, keys, sealer, journal, unit },
      ...{ doors, signIn: signIn.signIn, factors, passkeys, sessionUses, upstreams, approvals },
      ...{ standing, trusts },
      ...{ settings, documentFetches, observer, clock, ids, logger },
      grace: new RefreshGrace({ store, sealer, clock, refreshGraceMs: settings.refreshGraceMs }),
      unavailable: (error) => unavailableDatabase(error) ?? unavailablePart(error),
    };
  }
}

/** What says of itself that it has no time just now: hashes that wait, a directory that does not answer. */
const unavailablePart = (error: unknown): Problem | undefined =>
  error instanceof Problem && error.status === 503 ? error : undefined;
