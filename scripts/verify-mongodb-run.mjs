import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

import { MongoClient } from 'mongodb';

import { pinnedEnvironment } from './pinned.mjs';
import { withClient } from './postgres.mjs';
import { say } from './progress.mjs';
import { projectDir } from './project.mjs';
import { runMain } from './run-main.mjs';
import { testPostgresUrl } from './test-postgres.mjs';
import { verdictOf } from './verify-mongodb-verdict.mjs';

const TESTS = 'apps/notifications/test';

/** What has to be proven, by which cases. */
const PROOFS = [
  {
    name: 'the storage contract, with its races',
    files: ['storage-contract', 'records-contract', 'channels-contract', 'dead-letters-contract'],
    needsReplicaSet: false,
  },
  {
    name: 'reminders and their claims',
    files: ['reminder-store'],
    needsReplicaSet: false,
  },
  {
    name: 'e-mail, audiences, operators and calendars',
    files: ['mailings', 'audiences.e2e', 'operations', 'calendar.e2e'],
    needsReplicaSet: false,
  },
  {
    name: 'kill -9, changes of the primary and retried writes',
    files: ['kill.long'],
    only: 'MongoDB while 1,000',
    isLong: true,
    needsReplicaSet: true,
  },
];

await runMain(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '20' } },
  });
  const [uri] = positionals;
  const facts = await factsOf(uri);
  await run(['node_modules/nx/bin/nx.js', 'run', 'notifications:build'], { NX_DAEMON: 'false' });
  const url = await testPostgresUrl();
  // Cases share their files with those of PostgreSQL, which is brought up beside it.
  const proofs = await withClient(url, async () => {
    const found = [];
    for (const proof of PROOFS) found.push(await prove(proof, { uri, url, rounds: values.rounds }));
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
    return { version, setName };
  } finally {
    await client.close();
  }
}

async function prove({ files, only = 'MongoDB', isLong = false, ...proof }, { uri, url, rounds }) {
  say(`${proof.name} …`);
  const code = await run(
    [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      ...['node_modules/jest/bin/jest.js', '-c', 'jest.config.cjs', '--forceExit'],
      ...files.map((file) => `${TESTS}/${file}`),
      ...['--testTimeout=120000', '-t', only],
    ],
    {
      MONGODB_URI: uri,
      VERIFY_MONGODB_URI: uri,
      TEST_DATABASE_URL: url,
      KILL_ROUNDS: rounds,
      ...(isLong ? { SEXTANT_TESTS: 'long' } : {}),
    },
  );
  return { ...proof, isProven: code === 0 };
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
