import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildOnce } from '../lib/built.mjs';
import { say, table } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { requireFreePorts } from '../lib/ports.mjs';
import { runMain } from '../lib/run-main.mjs';
import { addresses } from './addresses.mjs';
import { startApprovals } from './approvals.mjs';
import { makeCredentials } from './credentials.mjs';
import { startFronts } from './fronts.mjs';
import { PLANS } from './plans.mjs';
import { startServer } from './server.mjs';
import { Suite } from './suite.mjs';

/** Modules mostly wait. */
const AT_ONCE = 3;

const HELP = `Usage: npm run conformance -- [plan…] [--suite URL] [--only TEXT] [--keep]

Starts auth-server with a new database, TLS proxies before it and before the OpenID conformance suite, and runs
plans of the suite. docs/conformance.md says how to start the suite first.

  --suite URL  where the suite listens, without TLS (http://127.0.0.1:8090)
  --only TEXT  runs the modules whose name contains TEXT
  --keep       keeps auth-server and the proxies running afterwards, until Ctrl-C

Plans (all if none is named): ${Object.keys(PLANS).join(', ')}`;

await runMain(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      suite: { type: 'string', default: 'http://127.0.0.1:8090' },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(HELP);
    return 0;
  }
  const unknown = positionals.filter((name) => !Object.hasOwn(PLANS, name));
  if (unknown.length > 0) throw new StartError(`Unknown plan: ${unknown.join(', ')}. See --help.`);
  const names = positionals.length > 0 ? positionals : Object.keys(PLANS);
  return run(names, values);
});

/** @returns {Promise<number>} 0 if no module failed */
async function run(names, { suite: suiteUrl, only, keep }) {
  await buildOnce(['apps/auth-server']);
  const folder = join(projectDir, '.data', 'conformance');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  const suite = new Suite(suiteUrl);
  await suite.requireRunning();
  await requireFreePorts(
    Object.entries(addresses).map(([name, url]) => ({
      name,
      port: Number(new URL(url).port),
      variable: 'it free: the suite knows these addresses',
    })),
  );
  const credentials = await makeCredentials(folder);
  const server = await startServer({ folder, credentials });
  const fronts = await startFronts({ credentials, suiteUrl, server });
  const approvals = await startApprovals({ server, credentials });
  try {
    const results = await runAll(names, (name) =>
      runPlan(suite, { name, only, credentials, server }),
    );
    for (const line of table([
      ['Plan', 'Passed', 'Review', 'Warning', 'Skipped', 'Failed'],
      ...results,
    ]))
      say(line);
    if (keep) await new Promise(() => undefined);
    return results.every((row) => row.at(-1) === '0') ? 0 : 1;
  } finally {
    await Promise.all([approvals.close(), fronts.close(), server.close()]);
  }
}

/** @returns {Promise<string[][]>} rows of the table, in the order of `names` */
async function runAll(names, runOne) {
  const lanes = Map.groupBy(names, (name) => PLANS[name].pair ?? name).values();
  const rows = new Map();
  const work = async () => {
    for (const lane of lanes) for (const name of lane) rows.set(name, await runOne(name));
  };
  // The workers share one iterator.
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return names.map((name) => rows.get(name));
}

/** @returns {Promise<string[]>} a row of the table */
async function runPlan(suite, { name, only, credentials, server }) {
  const { plan, variant, config } = PLANS[name];
  const results = await suite.runPlan({
    ...{ name, plan, variant, only },
    config: {
      alias: `sextant-${name}`,
      description: `Sextant, ${name}`,
      ...config({ credentials, modules: await suite.modulesOf(plan) }),
    },
    rotateKeys: () => server.rotateKeys(),
  });
  const count = (...kinds) => String(results.filter(({ result }) => kinds.includes(result)).length);
  return [
    name,
    count('PASSED'),
    count('REVIEW'),
    count('WARNING'),
    count('SKIPPED'),
    count('FAILED', 'INTERRUPTED', 'UNKNOWN'),
  ];
}
