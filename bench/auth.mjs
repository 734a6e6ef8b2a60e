/**
 * auth-server with PostgreSQL beside bare oidc-provider with its memory adapter, in one run. Options:
 * --seconds N (a measurement's length, 3), --rounds N (2), --tokens N (live tokens of the last table,
 * 1000000), --connections N (20).
 */
import { parseArgs } from 'node:util';
import { authCases } from './lib/auth-cases.mjs';
import { machineToken } from './lib/auth-flows.mjs';
import {
  build,
  startAuthServer,
  startBare,
  startPostgres,
  temporaryFolder,
} from './lib/auth-servers.mjs';
import { fullTable, logins, replicas } from './lib/auth-states.mjs';
import { load, median } from './lib/load.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    tokens: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '20' },
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

  const login = await logins(ours, options);
  console.log('Password logins (argon2id, 19 MiB, two passes):\n');
  table(login);
  const two = await replicas({ folder, database, ours }, options);
  console.log('Two replicas:\n');
  table(two);
  const full = await fullTable({ database, ours }, { tokens, cases });
  console.log('A full table:\n');
  table(full);
  if (isFull)
    save('auth', { machine: where, seconds, rounds, connections, comparison, login, two, full });
} finally {
  for (const stop of stops) await stop();
  remove();
}
