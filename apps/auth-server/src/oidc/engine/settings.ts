import type { IncomingMessage } from 'node:http';
import type { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Problem } from '@sextant/platform-http/errors';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { ApprovalMails } from '../../approvals/approval-mails.js';
import type { Allowances } from '../../sign-in/allowances.js';
import type { Standing } from '../../ldap/standing.js';
import type { ArtifactStore } from '../../sessions/artifact-store.js';
import type { Artifacts } from '../../sessions/artifacts.js';
import type { Clients } from '../../clients/client.js';
import type { UnitOfWork } from '../../database/unit-of-work.js';
import type { Journal } from '../../audit/journal.js';
import type { BrowserTrusts } from '../../sign-in/browser-trust.js';
import type { Observer } from '../../sign-in/observer.js';
import type { Scopes } from '../../scopes/scope.js';
import type { Passkeys } from '../../factors/passkeys.js';
import type { SecondFactors } from '../../factors/second-factors.js';
import type { Credentials, SignedIn, SignIn } from '../../sign-in/sign-in.js';
import type { Door } from '../../sign-in/door.js';
import type { Sealer } from '../../keys/sealer.js';
import type { SessionUses } from '../../sessions/session-uses.js';
import {
  ID_TOKEN_SECONDS,
  type SigningAlgorithm,
  type SigningKeys,
} from '../../keys/signing-keys.js';
import type { Upstreams } from '../../upstream/upstreams.js';
import type { User, Users } from '../../users/user.js';
import type { GroupsOf } from './claims.js';
import type { RefreshGrace } from './refresh-grace.js';

/** Client certificates (RFC 8705), of which a proxy tells. */
export interface MutualTls {
  readonly certificateHeader: string;
  /** In PEM: who may issue what `tls_client_auth` takes; nobody if empty. */
  readonly authorities: readonly string[];
  /** Where the proxy asks for them, if not everywhere. */
  readonly base: string | undefined;
}

/** What an operator decides about the protocol. */
export interface EngineSettings {
  readonly issuer: string;
  readonly accessTokenAlgorithm: SigningAlgorithm;
  readonly accessTokenAudience: string;
  readonly resources: readonly string[];
  readonly passwordLogin: boolean;
  readonly registration:
    | { readonly kind: 'off' }
    | { readonly kind: 'open' }
    | { readonly kind: 'token'; readonly token: string };
  /** What clients that register themselves may ask for beyond the defaults. */
  readonly registrationScopes: readonly string[];
  readonly fetchAllow: readonly string[];
  /** Hosts whose documents are clients; `*` for all. */
  readonly clientDocuments: readonly string[];
  readonly refreshGraceMs: number;
  /** Absent: no client shows certificates. */
  readonly mutualTls: MutualTls | undefined;
  readonly brandName: string;
  readonly themeCss: string;
  /** What the sign-in page leads to, for those who have no password or have forgotten it. */
  readonly help: { readonly forgot: boolean; readonly register: boolean };
}

/** How the doors of the engine sign people in. */
export interface Doors {
  /** Everything at once. */
  readonly enter: (
    request: IncomingMessage,
    credentials: Credentials,
    door: Door,
  ) => Promise<SignedIn | undefined>;
  /** The first step of the form. */
  readonly check: (
    request: IncomingMessage,
    credentials: { readonly username: string; readonly password: string },
    door: Door,
  ) => Promise<User | undefined>;
}

export interface EngineDependencies {
  readonly settings: EngineSettings;
  readonly store: ArtifactStore;
  readonly artifacts: Artifacts;
  readonly clients: Clients;
  readonly users: Users;
  readonly groups: GroupsOf;
  readonly scopes: Scopes;
  readonly keys: SigningKeys;
  readonly sealer: Sealer;
  readonly journal: Journal;
  /** What changes together. */
  readonly unit: UnitOfWork;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly doors: Doors;
  readonly signIn: Pick<SignIn, 'checkCode' | 'welcome'>;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly sessionUses: SessionUses;
  readonly upstreams: Upstreams;
  readonly standing: Standing;
  readonly trusts: BrowserTrusts;
  readonly approvals: ApprovalMails;
  readonly documentFetches: Allowances;
  readonly grace: RefreshGrace;
  readonly observer: Observer;
  /** An error that means that the database is away, as a Problem. */
  readonly unavailable: (error: unknown) => Problem | undefined;
}

/** Lifetimes in seconds. */
export const LIFETIMES = {
  accessToken: 600,
  idToken: ID_TOKEN_SECONDS,
  authorizationCode: 60,
  refreshToken: 14 * 86_400,
  session: 14 * 86_400,
  /** Nobody stays signed in longer without signing in again, however often tokens are refreshed. */
  grant: 30 * 86_400,
  interaction: 3600,
  deviceCode: 600,
} as const;
