import { schemaOf } from '@sextant/platform-runtime/config';
import { EventsSettings } from '@sextant/platform-events';
import { MailSettings } from '@sextant/platform-mail';
import { PostgresSettings } from '@sextant/platform-data/postgres';
import { RateLimitSettings } from '@sextant/platform-security/rate-limit';
import { AccountDeletionSettings } from './accounts/account-deletion.settings.js';
import { AccountNewsSettings } from './accounts/account-news.settings.js';
import { RegistrationSettings } from './accounts/registration.settings.js';
import { ApprovalSettings } from './approvals/approval.settings.js';
import { CountrySettings } from './countries/country.settings.js';
import { DeadlineSettings } from './database/deadline.settings.js';
import { FactorSettings } from './factors/factor.settings.js';
import { ForwardSettings } from './forward/forward.settings.js';
import { FetchSettings } from './http/fetch.settings.js';
import { IdentitySettings } from './http/identity.settings.js';
import { ServerSettings } from './http/server.settings.js';
import { AccessTokenSettings } from './keys/access-token.settings.js';
import { KeySettings } from './keys/key.settings.js';
import { LdapSettings } from './ldap/ldap.settings.js';
import { ProtocolSettings } from './oidc/engine/protocol.settings.js';
import { PasswordSettings } from './passwords/password.settings.js';
import { ScimSettings } from './scim/scim.settings.js';
import { EventsTokenSettings } from './security-events/events-token.settings.js';
import { ServicesSettings } from './services/services.settings.js';
import { LimitSettings } from './sign-in/limit.settings.js';
import { BootstrapSettings } from './system/bootstrap.settings.js';
import { SweepSettings } from './system/sweep.settings.js';
import { UpstreamSettings } from './upstream/upstream.settings.js';

/** The settings of auth-server, in the order of `--help`. */
export const SETTINGS = [
  ServerSettings,
  PostgresSettings,
  DeadlineSettings,
  RateLimitSettings,
  EventsSettings,
  IdentitySettings,
  KeySettings,
  BootstrapSettings,
  AccessTokenSettings,
  ProtocolSettings,
  FetchSettings,
  UpstreamSettings,
  LdapSettings,
  ScimSettings,
  EventsTokenSettings,
  AccountNewsSettings,
  ApprovalSettings,
  RegistrationSettings,
  PasswordSettings,
  FactorSettings,
  AccountDeletionSettings,
  CountrySettings,
  MailSettings,
  LimitSettings,
  ForwardSettings,
  SweepSettings,
  ServicesSettings,
] as const;

export const settings = schemaOf(SETTINGS);
