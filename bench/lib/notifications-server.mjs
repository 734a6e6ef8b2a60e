import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { freePort, startPostgres } from './postgres.mjs';
import { ROOT, startService } from './servers.mjs';

export function person(userId) {
  const user = createHash('sha256').update(userId).digest('hex').slice(0, 24);
  return { user, userId, userName: `Name of ${userId}` };
}

/** Gives out tokens as auth-server does. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const token = (userId, roles = ['student']) =>
    new SignJWT({
      ...person(userId),
      client_id: 'bench',
      scope: 'notifications',
      academyId: 'academy',
      roles,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
      .setIssuer(url)
      .setAudience('sextant')
      .setSubject(userId)
      .setExpirationTime('1h')
      .sign(privateKey);
  return { url, token, close: () => server.close() };
}

/** notifications as production runs it, with limits raised, on a durable PostgreSQL. */
export async function startNotifications(root = ROOT) {
  const issuer = await startIssuer();
  const postgres = await startPostgres();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = await postgres.newDatabase('notifications');
  const server = await startService('notifications', root, {
    url: `${url}/health/live`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      AUTH_ISSUER: issuer.url,
      RATE_LIMIT_USER: '100000000',
      SOCKET_CONNECTS_PER_MINUTE: '100000000',
    },
  });
  const stop = async () => {
    await server.stop();
    await postgres.stop();
    issuer.close();
  };
  return { url, databaseUrl, issuer, pid: server.pid, stop };
}
