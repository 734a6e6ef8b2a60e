import type { Factor } from './factor-store.js';

export const presentFactor = (factor: Factor) => ({
  id: factor.id,
  kind: factor.kind,
  name: factor.name,
  created_at: factor.createdAt.toISOString(),
  last_used_at: factor.lastUsedAt?.toISOString() ?? null,
});
