/**
 * oidc-provider with its memory adapter and nothing around it: what the engine itself costs. Runs as
 * a process of its own: `node bare-oidc-provider.mjs PORT`.
 */
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

const port = Number(process.argv[2]);
const key = (type, options, alg) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg,
});
const RESOURCE = 'urn:bench';

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret-0123456789abcdefghijklmnop',
      grant_types: ['client_credentials', 'authorization_code', 'refresh_token'],
      redirect_uris: ['http://localhost:9/callback'],
      scope: 'openid read',
    },
  ],
  jwks: {
    keys: [
      key('rsa', { modulusLength: 2048 }, 'RS256'),
      key('ec', { namedCurve: 'P-256' }, 'ES256'),
    ],
  },
  scopes: ['openid', 'read'],
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'read',
        audience: RESOURCE,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  pkce: { required: () => true },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    ClientCredentials: 600,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 3600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: 'Bench' }) }),
});

provider.listen(port, '127.0.0.1');
