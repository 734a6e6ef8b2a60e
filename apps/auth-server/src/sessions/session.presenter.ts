import type { SessionSummary } from './artifacts.js';

export const presentSession = (session: SessionSummary) => ({
  sid: session.uid,
  signed_in_at: session.signedInAt?.toISOString() ?? null,
  expires_at: session.expiresAt.toISOString(),
  client_ids: session.clientIds,
  device: session.lastUse?.device ?? null,
  ip: session.lastUse?.ip ?? null,
  last_used_at: session.lastUse?.at.toISOString() ?? null,
});
