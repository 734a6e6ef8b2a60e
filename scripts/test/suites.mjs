import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

import { say } from '../progress.mjs';
import { projectDir } from '../project.mjs';
import { isLong } from './projects.mjs';
import { testData } from './servers.mjs';

const nodeTestResults = join(testData, 'node-tests.json');

/** Where the runners write the time of each file, a line each. */
export const timesFile = join(testData, 'times.jsonl');

/** Two more than cores: tests wait for more than half of their time, for servers and for what they have killed. */
const WORKERS = availableParallelism() + 2;

/** A worker that has grown is replaced: what files leave behind adds up. */
const WORKER_MEMORY = '1GB';

/** More than any test takes, those of `npm run test:long` too. */
const SCRIPT_TEST_MS = 10 * 60_000;

/** @typedef {import('./run.mjs').Run} Run */

/** The scripts' own tests. @param {Run} run */
export async function testScripts({ flags, steps, tally }) {
  const files = globSync('scripts/**/*.test.mjs', { cwd: projectDir }).filter(
    (file) => isLong(file) === flags.isLong,
  );
  if (files.length === 0) return;

  rmSync(nodeTestResults, { force: true });
  const isOk = await steps.run('Tests of the scripts', [
    'node',
    '--disable-warning=TimeoutNegativeWarning',
    '--test',
    // A test that hangs fails by its name.
    `--test-timeout=${SCRIPT_TEST_MS}`,
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    '--test-reporter=./scripts/test/node-test-summary.mjs',
    `--test-reporter-destination=${nodeTestResults}`,
    ...files.toSorted(),
  ]);
  if (!steps.isStopped) collect('scripts', nodeTestResults, isOk, tally);
}

/**
 * The tests of projects in one run of Jest, so that no core waits for the last of one.
 *
 * @param {Run} run @param {import('./projects.mjs').Project[]} projects @param {{ isWhole: boolean }} choice
 */
export async function testProjects({ flags, steps, tally }, projects, { isWhole }) {
  const has = (project) => (flags.isLong ? project.hasLongTests : project.hasTests);
  const tested = projects.filter(has);
  const untested = projects.filter((project) => !has(project));
  if (!isWhole && untested.length > 0) {
    say(`Without tests: ${untested.map(({ name }) => name).join(', ')}`);
  }
  if (tested.length === 0) return;

  for (const { folder } of tested) rmSync(resultsOf(folder), { force: true });
  const isOk = await steps.run('Tests of the projects', [
    'node',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--config=jest.config.cjs',
    `--maxWorkers=${WORKERS}`,
    `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
    '--selectProjects',
    ...tested.map(({ name }) => name),
  ]);
  if (steps.isStopped) return;
  const failedBefore = tally.failed;
  for (const { name, folder } of tested) collect(name, resultsOf(folder), true, tally);
  if (!isOk && tally.failed === failedBefore) tally.fail('Tests of the projects');
}

/** Before a run. */
export const forgetTimes = () => rmSync(timesFile, { force: true });

/** @returns {import('./report.mjs').FileTime[]} what the last run wrote */
export function readTimes() {
  if (!existsSync(timesFile)) return [];
  return readFileSync(timesFile, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ file, parts }) => ({ file: relative(projectDir, file), parts }));
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

  const { passed, failed, skipped, figures } = JSON.parse(readFileSync(file, 'utf8'));
  const named = skipped.map((skip) => (typeof skip === 'string' ? { name: skip } : skip));
  tally.add(name, { passed, failed, skipped: named, figures });
  if (!isOk && failed === 0) tally.fail(`${name}: the test runner failed`);
}
