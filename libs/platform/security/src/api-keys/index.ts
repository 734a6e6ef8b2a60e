export type { ApiKey, ApiKeyStore, StoredApiKey } from './api-key.js';
export { API_KEY_ERRORS, ApiKeys, hasScope } from './api-keys.js';
export { ApiKeysModule } from './api-keys.module.js';
export type { ApiKeysDependencies, IssuedApiKey, NewApiKey } from './api-keys.js';
export {
  keyLine,
  requiredValue,
  runKeysCommand,
  UsageError,
  type KeysCommandLine,
  type KeysRequest,
} from './keys-command.js';
export { isWellFormed, mask } from './key-format.js';
export { CreateApiKeys1763700000000, PostgresApiKeyStore } from './postgres-api-key-store.js';
