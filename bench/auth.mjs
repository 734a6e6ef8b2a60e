/**
 * auth-server with PostgreSQL beside bare oidc-provider with its memory adapter, in one run. Options:
 * --seconds N (a measurement's length, 3), --rounds N (2), --tokens N (live tokens of the last table,
 * 1000000), --connections N (20).
 */
import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  build,
  PASSWORD,
  SECRET,
  startAuthServer,
  startBare,
  startPostgres,
  temporaryFolder,
} from './lib/auth-servers.mjs';
import { load, median } from './lib/load.mjs';
import { machine, save, table } from './lib/report.mjs';
import { flow, send } from './lib/workers.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    tokens: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(
    'auth [--seconds N (3)] [--rounds N (2)] [--tokens N (1000000)] [--connections N (20)]',
  );
  console.log('The results are saved when no option is given.');
  process.exit(0);
}
/** Shorter runs say something to whoever waits for them, and nothing to anybody else. */
const isFull = process.argv.length === 2;
const [seconds, rounds, tokens, connections] = [
  values.seconds,
  values.rounds,
  values.tokens,
  values.connections,
].map(Number);

const BASIC = { authorization: `Basic ${Buffer.from(`bench:${SECRET}`).toString('base64')}` };
const FORM = { ...BASIC, 'content-type': 'application/x-www-form-urlencoded' };
const REDIRECT = 'http://localhost:9/callback';
const form = (fields) => new URLSearchParams(fields).toString();
const round = (value, digits = 0) => Number(value.toFixed(digits));

const PATHS = {
  ours: {
    token: '/oauth/token',
    authorize: '/api/v1/oauth/authorize',
    introspect: '/api/v1/oauth/introspect',
    userinfo: '/oidc/userinfo',
    jwks: '/.well-known/jwks.json',
  },
  bare: {
    token: '/token',
    authorize: '/auth',
    introspect: '/token/introspection',
    userinfo: '/me',
    jwks: '/jwks',
  },
};

const machineToken = (server, extra = {}) => [
  {
    method: 'POST',
    path: PATHS[server.kind].token,
    headers: FORM,
    body: form({ grant_type: 'client_credentials', scope: 'read', ...extra }),
  },
];

/** Signs in once and keeps the cookies, so that codes come without a page. */
async function signedIn(server) {
  const cookies = new Map();
  const visit = async (url, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await send(new URL(url, server.url), {
      ...options,
      headers: { accept: 'text/html', ...(cookie ? { cookie } : {}) },
    });
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  let answer = await visit(authorizeUrl(server, challengeOf('x'.repeat(43))));
  for (let step = 0; step < 8 && !answer.headers.location?.startsWith(REDIRECT); step += 1) {
    if (answer.headers.location) {
      answer = await visit(answer.headers.location);
      continue;
    }
    const [, action = ''] = /action="([^"]+)"/.exec(answer.text) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(answer.text) ?? [];
    const fields = {
      username: 'bench',
      password: PASSWORD,
      consent: 'allow',
      login: 'bench',
      prompt,
    };
    answer = await visit(action.replaceAll('&amp;', '&'), { method: 'POST', form: fields });
  }
  if (!answer.headers.location?.startsWith(REDIRECT)) throw new Error(`No sign-in: ${answer.text}`);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie };
}

const challengeOf = (verifier) => createHash('sha256').update(verifier).digest('base64url');

const authorizeUrl = ({ kind }, challenge) =>
  `${PATHS[kind].authorize}?${form({
    client_id: 'bench',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })}`;

async function newCode(server, { cookie }) {
  const verifier = randomBytes(32).toString('base64url');
  const url = server.url + authorizeUrl(server, challengeOf(verifier));
  const { headers } = await send(url, { headers: { cookie } });
  return { verifier, code: new URL(headers.location).searchParams.get('code') };
}

const exchange = (server, { code, verifier }) =>
  send(server.url + PATHS[server.kind].token, {
    method: 'POST',
    headers: BASIC,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    },
  });

/** Every case, as a function from a server to figures. */
const CASES = {
  client_credentials: (server) => load(server.url, machineToken(server), { connections, seconds }),
  'client_credentials, JWT': (server) =>
    load(
      server.url,
      machineToken(server, server.kind === 'bare' ? { resource: 'urn:bench' } : {}),
      { connections, seconds },
    ),
  'code exchange': (server) =>
    flow(
      async (state, timed) => {
        const code = await newCode(server, state);
        return (await timed(() => exchange(server, code))).status === 200;
      },
      { connections, seconds, prepare: () => signedIn(server) },
    ),
  'refresh with ID token': (server) =>
    flow(
      async (state, timed) => {
        const answer = await timed(() =>
          send(server.url + PATHS[server.kind].token, {
            method: 'POST',
            headers: BASIC,
            form: { grant_type: 'refresh_token', refresh_token: state.token },
          }),
        );
        state.token = JSON.parse(answer.text).refresh_token;
        return answer.status === 200;
      },
      {
        connections,
        seconds,
        prepare: async () => {
          const code = await newCode(server, await signedIn(server));
          return { token: JSON.parse((await exchange(server, code)).text).refresh_token };
        },
      },
    ),
  introspection: async (server) => {
    const answer = await send(server.url + PATHS[server.kind].token, {
      method: 'POST',
      headers: BASIC,
      form: { grant_type: 'client_credentials', scope: 'read' },
    });
    const { access_token } = JSON.parse(answer.text);
    const body = form({ token: access_token, token_type_hint: 'access_token' });
    const path = PATHS[server.kind].introspect;
    return load(server.url, [{ method: 'POST', path, headers: FORM, body }], {
      connections,
      seconds,
    });
  },
  userinfo: async (server) => {
    const code = await newCode(server, await signedIn(server));
    const { access_token } = JSON.parse((await exchange(server, code)).text);
    const headers = { authorization: `Bearer ${access_token}` };
    const path = PATHS[server.kind].userinfo;
    return load(server.url, [{ method: 'GET', path, headers }], { connections, seconds });
  },
  discovery: (server) =>
    load(server.url, [{ method: 'GET', path: '/.well-known/openid-configuration' }], {
      connections,
      seconds,
    }),
  'key set': (server) =>
    load(server.url, [{ method: 'GET', path: PATHS[server.kind].jwks }], { connections, seconds }),
};

async function compare(ours, bare) {
  const rows = [];
  for (const [name, run] of Object.entries(CASES)) {
    const runs = { ours: [], bare: [] };
    for (let turn = 0; turn < rounds; turn += 1) {
      runs.ours.push(await run(ours));
      runs.bare.push(await run(bare));
    }
    const of = (list, figure) => median(list.map((one) => one[figure]));
    rows.push({
      case: name,
      'auth-server req/s': round(of(runs.ours, 'requestsPerSecond')),
      'p50 ms': of(runs.ours, 'p50Ms'),
      'p99 ms': of(runs.ours, 'p99Ms'),
      'bare req/s': round(of(runs.bare, 'requestsPerSecond')),
      'bare p99 ms': of(runs.bare, 'p99Ms'),
      ratio: `${round((of(runs.ours, 'requestsPerSecond') / of(runs.bare, 'requestsPerSecond')) * 100)} %`,
      failures: [...runs.ours, ...runs.bare].reduce((sum, one) => sum + one.failures, 0),
    });
  }
  return rows;
}

const passwordLogin = {
  method: 'POST',
  path: '/auth/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: form({ grant_type: 'password', username: 'bench', password: PASSWORD }),
};

/** Logins beside what argon2 alone can do, and what they leave of the token endpoint. */
async function logins(ours) {
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

async function replicas(folder, database, ours) {
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
async function fullTable(database, ours) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const measure = async () => ({
    tokens: await CASES.client_credentials(ours),
    introspection: await CASES.introspection(ours),
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

const { folder, remove } = temporaryFolder();
const stops = [];
try {
  build();
  const database = await startPostgres(folder);
  stops.unshift(database.stop);
  const ours = {
    kind: 'ours',
    ...(await startAuthServer(folder, database.url, { SWEEP_SECONDS: '5' })),
  };
  stops.unshift(ours.stop);
  const bare = { kind: 'bare', ...(await startBare(folder)) };
  stops.unshift(bare.stop);
  for (const server of [ours, bare]) {
    await load(server.url, machineToken(server), { connections: 4, seconds: 3 });
  }

  const where = machine();
  console.log(
    `${connections} connections, ${rounds} rounds of ${seconds} s in turn, medians; ${where.cores} cores shared with ` +
      `PostgreSQL (fsync on) and the load generator, Node ${where.node}, ${where.date}. ` +
      'Rate limits raised to 100000000 a minute. Access tokens of auth-server are always JWTs (ES256).\n',
  );
  const comparison = await compare(ours, bare);
  console.log('Beside bare oidc-provider with its memory adapter:\n');
  table(comparison);
  await stops.shift()(); // bare: its memory and its core are not needed any more

  const login = await logins(ours);
  console.log('Password logins (argon2id, 19 MiB, two passes):\n');
  table(login);
  const two = await replicas(folder, database, ours);
  console.log('Two replicas:\n');
  table(two);
  const full = await fullTable(database, ours);
  console.log('A full table:\n');
  table(full);
  if (isFull)
    save('auth', { machine: where, seconds, rounds, connections, comparison, login, two, full });
} finally {
  for (const stop of stops) await stop();
  remove();
}
