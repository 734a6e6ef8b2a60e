import { form, machineToken } from './auth-flows.mjs';
import { PASSWORD, startAuthServer } from './auth-servers.mjs';
import { load } from './load.mjs';
import { machine, round } from './report.mjs';
import { flow } from './workers.mjs';

const passwordLogin = {
  method: 'POST',
  path: '/auth/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: form({ grant_type: 'password', username: 'bench', password: PASSWORD }),
};

/** Logins beside what argon2 alone can do, and what they leave of the token endpoint. */
export async function logins(ours, { connections, seconds }) {
  const { verify, hash } = await import('@node-rs/argon2');
  const stored = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const ceiling = await flow(async (_state, timed) => timed(() => verify(stored, PASSWORD)), {
    connections: 2,
    seconds,
  });
  const alone = await load(ours.url, [passwordLogin], { connections, seconds });
  const [, beside] = await Promise.all([
    load(ours.url, [passwordLogin], { connections, seconds }),
    load(ours.url, machineToken(ours), { connections: 2, seconds }),
  ]);
  return [
    {
      'logins/s': round(alone.requestsPerSecond),
      'p99 ms': alone.p99Ms,
      'argon2 alone, 2 at a time': round(ceiling.requestsPerSecond),
      ratio: `${round((alone.requestsPerSecond / ceiling.requestsPerSecond) * 100)} %`,
      'tokens/s beside logins': round(beside.requestsPerSecond),
      'their p99 ms': beside.p99Ms,
      failures: alone.failures + beside.failures,
    },
  ];
}

/** What a second process on the same database adds. */
export async function replicas({ folder, database, ours }, { connections, seconds }) {
  const second = await startAuthServer(folder, database.url, ours.env ? sharedOf(ours) : {});
  try {
    const one = await load(ours.url, machineToken(ours), { connections, seconds });
    const both = await Promise.all(
      [ours.url, second.url].map((url) =>
        load(url, machineToken(ours), { connections: connections / 2, seconds }),
      ),
    );
    const sum = both.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0);
    return [
      {
        'one req/s': round(one.requestsPerSecond),
        'two req/s': round(sum),
        factor: round(sum / one.requestsPerSecond, 2),
        cores: machine().cores,
      },
    ];
  } finally {
    await second.stop();
  }
}

const sharedOf = ({ env }) => ({ ISSUER: env.ISSUER, KEY_ENCRYPTION_KEY: env.KEY_ENCRYPTION_KEY });

/** What a full table changes, and how long the sweep of expired rows takes. */
export async function fullTable({ database, ours }, { tokens, cases }) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const measure = async () => ({
    tokens: await cases.client_credentials(ours),
    introspection: await cases.introspection(ours),
  });
  const before = await measure();
  await client.query(FILL, [tokens, '1 hour', 'live']);
  await client.query('ANALYZE oidc_artifact');
  const after = await measure();

  await client.query(FILL, [100_000, '-1 minute', 'old']);
  const startedMs = performance.now();
  let left = 1;
  while (left > 0) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS left FROM oidc_artifact WHERE client_id = 'old'`,
    );
    left = rows[0].left;
    if (performance.now() - startedMs > 120_000) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const sweepSeconds = (performance.now() - startedMs) / 1000;
  await client.end();
  const change = (name) =>
    `${round((after[name].requestsPerSecond / before[name].requestsPerSecond) * 100)} %`;
  return [
    {
      'live tokens': tokens,
      'client_credentials, share of the speed before': change('tokens'),
      'introspection, share of the speed before': change('introspection'),
      'sweep of 100,000 rows, s': left === 0 ? round(sweepSeconds, 1) : 'more than 120',
    },
  ];
}

const FILL = `
  INSERT INTO oidc_artifact (id, kind, payload, client_id, grant_id, account_id, expires_at)
  SELECT sha256(($3 || n)::bytea), 'AccessToken', '{"iat":1,"exp":2,"scope":"read","kind":"AccessToken"}', $3, 'g' || n, 'a' || n % 10000,
         now() + $2::interval
  FROM generate_series(1, $1::int) AS n`;
