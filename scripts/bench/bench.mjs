import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { bootstrap } from '../lib/bootstrap.mjs';
import { apertiumPackages } from '../lib/debian-packages.mjs';
import { cleanInstall } from '../lib/npm.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { pinnedNode } from '../lib/pinned-node.mjs';
import { say, seconds, timed } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';

const benchDir = join(projectDir, 'bench');

/** @type {import('../../bench/lib/benchmarks-page.mjs').Bench[]} */
const benches = JSON.parse(readFileSync(join(benchDir, 'benches.json'), 'utf8'));
const names = benches.map(({ name }) => name);

const HELP = `Usage: npm run bench -- <name> [options]

Measures one service beside its peers, prints the tables, keeps the figures in bench/results
and writes docs/benchmarks.md anew. Other work on the machine falsifies all of them.

${benches.map(describe).join('\n\n')}

  A service's name with --against COMMIT (or a checkout that is built) compares this build with that one instead, in turn:
  --pairs N (20), --seconds N (a run, 2), --cases LIST (all).
`;

function describe({ name, question, peers, minutes, needs, options }) {
  const about = `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} on two cores`;
  const lines = [question, `Beside it: ${peers}.`, `Options: ${options}`];
  return [`  ${name}: ${about}; needs ${needs}`, ...lines].join('\n      ');
}

/** `npm run bench -- <name> [options]`: runs `bench/<name>.mjs` on Node 24. */
await runMain(main);

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main([name, ...rest]) {
  if (name === undefined || [name, ...rest].some((word) => word === '--help' || word === '-h')) {
    say(HELP);
    return 0;
  }
  if (!names.includes(name)) {
    throw new StartError(`No bench ${name}. There are: ${names.join(', ')}.`);
  }

  const node = await bootstrap({
    debianPackages: apertiumPackages(false),
    extras: ['fonts', 'lint', 'neural'],
  });
  await timed('Installing the packages of bench/', installPackages);
  const startMs = performance.now();
  if (rest.some((word) => /^--against(=|$)/.test(word))) return run(node, pairs(name, rest));
  const status = run(node, [join(benchDir, `${name}.mjs`), ...rest]);
  if (status !== 0) return status;

  say(`It took ${seconds(performance.now() - startMs)}.`);
  return run(node, [join(projectDir, 'scripts', 'bench', 'benchmarks-page.mjs')]);
}

/** @param {string} name @param {string[]} rest */
function pairs(name, rest) {
  const folder = join(benchDir, 'lib/pairs');
  if (!existsSync(join(folder, `${name}.mjs`)) || !names.includes(name)) {
    throw new StartError(`--against is for services; ${name} is none.`);
  }
  return [join(folder, 'main.mjs'), name, ...rest];
}

/** The tools of a bench have their own lock file, so that they never reach the services. */
function installPackages() {
  return cleanInstall(benchDir, { first: [dirname(pinnedNode)] });
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: projectDir,
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  return status ?? 1;
}
