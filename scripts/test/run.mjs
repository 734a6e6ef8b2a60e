import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { say, seconds } from '../progress.mjs';
import { projectDir } from '../project.mjs';
import { runMain } from '../run-main.mjs';
import { withLock } from '../services/run-state.mjs';
import { parseTestFlags } from './flags.mjs';
import { listProjects } from './projects.mjs';
import { withTestServers, testData } from './servers.mjs';
import { Steps } from './steps.mjs';
import { Tally } from './tally.mjs';

const e2e = { name: 'e2e', folder: join(projectDir, 'e2e') };
const nodeTestResults = join(testData, 'node-tests.json');

/** What no project owns. */
const rootFiles = [
  '.',
  ...['apps', 'libs', 'e2e', 'bench'].flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
];

/** The part of `npm test` that runs on Node 24. */
await runMain((words) => withLock(testData, () => runTests(parseTestFlags(words))));
process.disconnect?.();

/** @param {import('./flags.mjs').TestFlags} flags @returns {Promise<number>} exit code */
async function runTests(flags) {
  const startMs = performance.now();
  const steps = new Steps({ NX_TUI: 'false' });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => steps.stop());
  process.on('disconnect', () => steps.stop());

  const tally = await withTestServers(async (servers) => {
    const results = new Tally({ isCi: flags.isCi });
    const tell = ({ env, missing, excused }) => {
      steps.addEnvironment(env);
      results.addMissing(missing, excused);
    };
    tell(servers);
    await runSteps(flags, steps, results, async () => tell(await servers.later()));
    if (steps.isStopped) results.fail('stopped before the end');
    return results;
  });

  say(`All steps took ${seconds(performance.now() - startMs)}.`);
  for (const line of tally.lines()) say(line);
  return tally.failed === 0 ? 0 : 1;
}

async function runSteps(flags, steps, tally, allServers) {
  const isWhole = flags.only.length === 0;
  const projects = listProjects().filter(({ name }) => isWhole || flags.only.includes(name));
  const check = async (name, argv) => {
    const isOk = await steps.run(name, argv);
    if (!isOk && !steps.isStopped) tally.fail(name);
    return isOk;
  };
  const nx = (target, names) => ['nx', 'run-many', '-t', target, ...(names ? ['-p', names] : [])];
  const chosen = isWhole ? undefined : flags.only.join(',');

  if (isWhole) await check('Format', ['prettier', '--check', '.']);
  await check('Lint', nx('lint', chosen));
  if (isWhole) await check('Lint of the scripts', ['eslint', ...rootFiles, '--max-warnings', '0']);
  await check('Types', nx('typecheck', chosen));
  const isBuilt = await check('Build', nx('build', chosen));
  if (isWhole) await check('Unused code', ['knip', '--no-progress']);
  if (isWhole) await testScripts(steps, tally);
  await allServers();
  await testProjects(projects, steps, tally, nx);

  if (!isWhole || flags.skipE2e || steps.isStopped) return;
  if (isBuilt) await testStack(steps, tally);
  else tally.fail('e2e was not run: the build failed');
}

async function testScripts(steps, tally) {
  rmSync(nodeTestResults, { force: true });
  const isOk = await steps.run('Tests of the scripts', [
    'node',
    '--disable-warning=TimeoutNegativeWarning',
    '--test',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    '--test-reporter=./scripts/test/node-test-summary.mjs',
    `--test-reporter-destination=${nodeTestResults}`,
    'scripts/**/*.test.mjs',
  ]);
  if (!steps.isStopped) collect('scripts', nodeTestResults, isOk, tally);
}

async function testProjects(projects, steps, tally, nx) {
  const tested = projects.filter(({ hasTests }) => hasTests);
  const untested = projects.filter(({ hasTests }) => !hasTests);
  if (untested.length > 0) say(`Without tests: ${untested.map(({ name }) => name).join(', ')}`);
  if (tested.length === 0) return;

  for (const { folder } of tested) rmSync(resultsOf(folder), { force: true });
  const names = tested.map(({ name }) => name).join(',');
  const isOk = await steps.run('Tests of the projects', nx('test', names));
  if (steps.isStopped) return;
  const failedBefore = tally.failed;
  for (const { name, folder } of tested) collect(name, resultsOf(folder), true, tally);
  if (!isOk && tally.failed === failedBefore) tally.fail('Tests of the projects');
}

async function testStack(steps, tally) {
  rmSync(resultsOf(e2e.folder), { force: true });
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  const isOk = await steps.run('Tests of the started stack', [
    'node',
    ...jest,
    ...['--config', 'e2e/jest.config.cjs'],
  ]);
  if (!steps.isStopped) collect(e2e.name, resultsOf(e2e.folder), isOk, tally);
}

function resultsOf(folder) {
  return join(folder, '.test-results.json');
}

/** A runner that failed without a failed test, or left no results, counts as one failure. */
function collect(name, file, isOk, tally) {
  if (!existsSync(file)) {
    tally.fail(`${name}: the tests ended without results`);
    return;
  }

  const { passed, failed, skipped } = JSON.parse(readFileSync(file, 'utf8'));
  const named = skipped.map((skip) => (typeof skip === 'string' ? { name: skip } : skip));
  tally.add(name, { passed, failed, skipped: named });
  if (!isOk && failed === 0) tally.fail(`${name}: the test runner failed`);
}
