import type { SessionSummary } from '../sessions/artifacts.js';
import type { Client } from '../clients/client.js';
import type { Factor } from '../factors/factor-store.js';
import type { AuditRecord } from '../audit/journal.js';
import type { Scope } from '../scopes/scope.js';
import type { User } from '../users/user.js';

/** Spec 2, part 2, "OAuth client", and the further metadata that the client has. */
export const presentClient = (client: Client) => ({
  ...client.metadata,
  id: client.id,
  client_id: client.clientId,
  client_name: client.name,
  client_type: client.type,
  redirect_uris: client.redirectUris,
  scopes: client.scopes,
  is_active: client.isActive,
  created_at: client.createdAt.toISOString(),
});

export const presentScope = (scope: Scope) => ({
  id: scope.id,
  scope_name: scope.name,
  description: scope.description,
  is_default: scope.isDefault,
  roles: scope.roles,
  is_active: scope.isActive,
  created_at: scope.createdAt.toISOString(),
});

/** Spec 2, part 2, "User (admin listing)", and what the tokens say of a user. */
export const presentUser = (user: User) => ({
  id: user.id,
  username: user.username,
  email: user.email,
  is_active: user.isActive,
  is_admin: user.isAdmin,
  is_verified: user.isVerified,
  created_at: user.createdAt.toISOString(),
  last_login: user.lastLogin?.toISOString() ?? null,
  object_id: user.objectId,
  name: user.name,
  given_name: user.givenName,
  family_name: user.familyName,
  academy_id: user.academyId,
  roles: user.roles,
  group_roles: user.groupRoles,
  claims: user.claims,
  updated_at: user.updatedAt.toISOString(),
});

export const presentFactor = (factor: Factor) => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  created_at: factor.createdAt.toISOString(),
  last_used_at: factor.lastUsedAt?.toISOString() ?? null,
});

export const presentSession = (session: SessionSummary) => ({
  sid: session.uid,
  signed_in_at: session.signedInAt?.toISOString() ?? null,
  expires_at: session.expiresAt.toISOString(),
  client_ids: session.clientIds,
  device: session.lastUse?.device ?? null,
  ip: session.lastUse?.ip ?? null,
  last_used_at: session.lastUse?.at.toISOString() ?? null,
});

export const presentAudit = (record: AuditRecord) => ({
  sequence: record.sequence,
  at: record.at.toISOString(),
  type: record.type,
  actor: record.actor,
  subject: record.subject,
  ip: record.ip,
  trace_id: record.traceId,
  details: record.details,
});
