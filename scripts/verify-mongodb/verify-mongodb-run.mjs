import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { MongoClient } from 'mongodb';

import { buildOnce } from '../lib/built.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { withClient } from '../postgres/postgres.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { testPostgresUrl } from '../postgres/test-postgres.mjs';
import { lackOf, verdictOf } from './verify-mongodb-verdict.mjs';

const TESTS = 'apps/notifications/test';

/** What has to be proven, by which cases; without any, by those of the one before it. */
const PROOFS = [
  {
    name: 'the storage contract, with its races',
    files: [
      'storage/storage-contract',
      'storage/records-contract',
      'storage/channels-contract',
      'storage/dead-letters-contract',
    ],
  },
  { name: 'reminders and their claims', files: ['storage/reminder-store'] },
  {
    name: 'e-mail, audiences, operators and calendars',
    files: ['mail/mailings', 'broadcasts/broadcasts.e2e', 'operations', 'calendar'],
  },
  { name: 'indexes serve the lists', files: ['storage/indexes'], needs: 'explain' },
  {
    name: 'connections that are cut, a server that is away and found again',
    files: ['storage/mongo-network'],
    needs: 'noTls',
  },
  {
    name: 'kill -9 of the service while 1,000 are notified',
    files: ['kill/kill.long'],
    only: 'MongoDB, needs MONGODB_URI while 1,000',
    isLong: true,
  },
  { name: 'a change of the primary in each of those rounds, retried writes', needs: 'replicaSet' },
];

await runMain(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '20' } },
  });
  const [uri] = positionals;
  const facts = await factsOf(uri);
  await buildOnce(['apps/notifications']);
  const url = await testPostgresUrl();
  // Cases share their files with those of PostgreSQL, which is brought up beside it.
  const proofs = await withClient(url, async () => {
    const found = [];
    for (const proof of PROOFS) {
      const isProven =
        proof.files === undefined
          ? found.at(-1).isProven
          : await prove(proof, { uri, url, facts, rounds: values.rounds });
      found.push({ ...proof, isProven });
    }
    return found;
  });
  const { lines, isWhole } = verdictOf(facts, proofs);
  for (const line of lines) say(line);
  return isWhole ? 0 : 1;
});

async function factsOf(uri) {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    const admin = client.db('admin');
    const { version } = await admin.command({ buildInfo: 1 });
    const { setName } = await admin.command({ hello: 1 });
    const canExplain = await admin.command({ explain: { find: 'verify' } }).then(
      () => true,
      () => false,
    );
    return { version, setName, canExplain, hasTls: client.options.tls === true };
  } finally {
    await client.close();
  }
}

/** @returns whether its cases passed, or need not be tried */
async function prove(proof, { uri, url, facts, rounds }) {
  const { name, files, only = 'MongoDB', isLong = false } = proof;
  if (proof.needs === 'noTls' && lackOf(facts, proof) !== undefined) return true;
  say(`${name} …`);
  const code = await run(
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      ...['node_modules/jest/bin/jest.js', '-c', 'jest.config.cjs', '--forceExit'],
      ...files.map((file) => `${TESTS}/${file}`),
      ...['--testTimeout=200000', '-t', only],
    ],
    {
      MONGODB_URI: uri,
      VERIFY_MONGODB_URI: uri,
      TEST_DATABASE_URL: url,
      KILL_ROUNDS: rounds,
      ...(isLong ? { SEXTANT_TESTS: 'long' } : {}),
    },
  );
  return code === 0;
}

/** @returns its exit code */
async function run(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...pinnedEnvironment(), ...env },
  });
  const [code] = await once(child, 'exit');
  return code;
}
