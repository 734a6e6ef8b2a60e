import type { ApiKey, IssuedApiKey } from '@sextant/platform-security/api-keys';
import type { IssuedKeyDto, KeyDto } from './keys.dto.js';

const members = (key: ApiKey) => ({
  id: key.id,
  label: key.label,
  masked: key.masked,
  scopes: key.scopes,
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt === undefined ? {} : { expires_at: key.expiresAt.toISOString() }),
  ...(key.revokedAt === undefined ? {} : { revoked_at: key.revokedAt.toISOString() }),
});

export const presentKey = (key: ApiKey): KeyDto => members(key);

export const presentIssuedKey = ({ key, secret }: IssuedApiKey): IssuedKeyDto => ({
  ...members(key),
  key: secret,
});
