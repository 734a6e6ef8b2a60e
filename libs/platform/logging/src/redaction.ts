/** Members whose values never reach a log line, at any of the three outer levels. */
export const REDACTED_KEYS: readonly string[] = [
  'access_token',
  'accessToken',
  'api_key',
  'apiKey',
  'auth_key',
  'authKey',
  'authorization',
  'Authorization',
  'client_secret',
  'clientSecret',
  'code_verifier',
  'cookie',
  'databaseUrl',
  'email',
  'id_token',
  'password',
  'privateKey',
  'private_key',
  'refresh_token',
  'refreshToken',
  'secret',
  'set-cookie',
  'token',
  'x-api-key',
];

/** The same as paths of pino's `redact` option. */
export const redactedPaths = (): string[] =>
  ['', '*', '*.*'].flatMap((prefix) =>
    REDACTED_KEYS.map((key) => (prefix === '' ? `["${key}"]` : `${prefix}["${key}"]`)),
  );
