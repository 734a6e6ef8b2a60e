import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { authCases } from './auth-cases.mjs';
import { build, ROOT, startAuthServer } from './auth-servers.mjs';
import { round } from './report.mjs';

/** Of a two-sided 95 % interval, by degrees of freedom; from 30 on the normal distribution's. */
const STUDENT = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
  2.11, 2.1, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05,
];

/**
 * This build beside an earlier one, in turn: pairs of runs of each case, which of the two begins
 * changes from pair to pair. The interval is that of the mean of the logarithms of their ratios.
 *
 * @param {{ against: string, pairs: number, connections: number, seconds: number, only?: string[] }} options
 *   `against` is a checkout that is built, or a commit, which is then checked out and built
 */
export async function comparePairs({ folder, database }, options) {
  const { against, pairs, connections, seconds, only } = options;
  const earlier = checkedOut(against, folder);
  const start = async (root, name) => {
    const url = await database.create(name);
    return { kind: 'ours', ...(await startAuthServer(folder, url, { SWEEP_SECONDS: '5' }, root)) };
  };
  const servers = [];
  try {
    servers.push(await start(ROOT, 'pairs_now'));
    servers.push(await start(earlier.root, 'pairs_before'));
    const cases = Object.entries(authCases({ connections, seconds })).filter(
      ([name]) => only === undefined || only.includes(name),
    );
    for (const [, run] of cases) for (const server of servers) await run(server);
    const rows = [];
    for (const [name, run] of cases) rows.push(await caseRow(name, run, { servers, pairs }));
    return rows;
  } finally {
    for (const { stop } of servers) await stop();
    earlier.remove();
  }
}

async function caseRow(name, run, { servers: [now, before], pairs }) {
  const ratios = [];
  let failures = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [now, before] : [before, now];
    const figures = new Map();
    for (const server of order) figures.set(server, await run(server));
    failures += figures.get(now).failures + figures.get(before).failures;
    const speed = (server) => figures.get(server).requestsPerSecond;
    ratios.push(Math.log(speed(now) / speed(before)));
  }
  const { low, mean, high } = interval(ratios);
  const percent = (value) => `${round(Math.exp(value) * 100, 1)} %`;
  return {
    case: name,
    pairs,
    'speed of before': percent(mean),
    '95 % from': percent(low),
    to: percent(high),
    'not 5 % slower': Math.exp(low) >= 0.95 ? 'yes' : Math.exp(high) < 0.95 ? 'no' : 'open',
    failures,
  };
}

function interval(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  const t = STUDENT[values.length - 2] ?? 1.96;
  const half = t * Math.sqrt(variance / values.length);
  return { low: mean - half, mean, high: mean + half };
}

/** Of the root, and what single projects have of their own. */
const PACKAGES = ['node_modules', 'apps/*/node_modules', 'libs/{*,platform/*}/node_modules'];

/** A commit gets a work tree of its own, with the packages of this one as hard links. */
function checkedOut(against, folder) {
  const built = resolve(against);
  if (existsSync(join(built, 'apps/auth-server/dist/main.js'))) {
    return { root: built, remove: () => undefined };
  }
  const root = join(folder, 'before');
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
  git('worktree', 'add', '--detach', root, against);
  for (const packages of globSync(PACKAGES, { cwd: ROOT })) {
    execFileSync('cp', ['-al', join(ROOT, packages), join(root, packages)]);
  }
  build(root);
  return { root, remove: () => git('worktree', 'remove', '--force', root) };
}
