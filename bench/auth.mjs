/**
 * auth-server with PostgreSQL beside bare oidc-provider with its memory adapter, in one run. Options:
 * --seconds N (a measurement's length, 3), --rounds N (2), --tokens N (live tokens of the table that
 * is full, 1000000), --connections N (20), --users N (of the search, 100000), --only
 * comparison,login,two,full,users,costs.
 */
import { parseArgs } from 'node:util';
import { authCases } from './lib/auth-cases.mjs';
import { machineToken } from './lib/auth-flows.mjs';
import { startAuthServer, startBare, startPostgres, temporaryFolder } from './lib/auth-servers.mjs';
import { fullTable, logins, replicas } from './lib/auth-states.mjs';
import { costs } from './lib/auth-costs.mjs';
import { userSearch } from './lib/auth-users.mjs';
import { load, median } from './lib/load.mjs';
import { build } from './lib/pairs/checkout.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    tokens: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '20' },
    users: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'comparison,login,two,full,users,costs' },
  },
});
/** Shorter runs say something to whoever waits for them, and nothing to anybody else. */
const isFull = process.argv.length === 2;
const [seconds, rounds, tokens, connections] = [
  values.seconds,
  values.rounds,
  values.tokens,
  values.connections,
].map(Number);

const options = { connections, seconds };
const cases = authCases(options);

async function compare(ours, bare) {
  const rows = [];
  for (const [name, run] of Object.entries(cases)) {
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

const parts = new Set(values.only.split(','));

/** One table after the other; each stays when it stands. */
async function measure(folder, stops) {
  const database = await startPostgres(folder);
  stops.unshift(database.stop);
  const ours = {
    kind: 'ours',
    ...(await startAuthServer(folder, database.url, { SWEEP_SECONDS: '5' })),
  };
  stops.unshift(ours.stop);
  const results = {};
  const part = async (name, title, run) => {
    if (!parts.has(name)) return;
    results[name] = await run();
    console.log(`${title}:\n`);
    table(results[name]);
  };
  await load(ours.url, machineToken(ours), { connections: 4, seconds: 3 });
  await part('comparison', 'Beside bare oidc-provider with its memory adapter', async () => {
    // It goes afterwards: its memory and its core are not needed any more.
    const bare = { kind: 'bare', ...(await startBare(folder)) };
    try {
      await load(bare.url, machineToken(bare), { connections: 4, seconds: 3 });
      return await compare(ours, bare);
    } finally {
      await bare.stop();
    }
  });
  await part('login', 'Password logins (argon2id, 19 MiB, two passes)', () =>
    logins(ours, options),
  );
  await part('two', 'Two replicas', () => replicas({ folder, database, ours }, options));
  await part('costs', 'Of one process', () => costs(ours, { pages: 1000 }));
  await part('users', `Users among ${values.users}`, () =>
    userSearch({ database, ours }, { users: Number(values.users), requests: 100 }),
  );
  await part('full', 'A full table', () => fullTable({ database, ours }, { tokens, cases }));
  return results;
}

const { folder, remove } = temporaryFolder();
const stops = [];
try {
  build('auth-server');
  const where = machine();
  console.log(
    `${connections} connections, ${rounds} rounds of ${seconds} s in turn, medians; ${where.cores} cores shared with ` +
      `PostgreSQL (fsync on) and the load generator, Node ${where.node}, ${where.date}. ` +
      'Rate limits raised to 100000000 a minute. Access tokens of auth-server are always JWTs (ES256).\n',
  );
  const results = await measure(folder, stops);
  if (isFull) save('auth', { machine: where, seconds, rounds, connections, ...results });
} finally {
  for (const stop of stops) await stop();
  remove();
}
