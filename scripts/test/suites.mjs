import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';

import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { isLong } from './projects.mjs';
import { withSecond } from './second-run.mjs';
import { testData } from './servers.mjs';

const nodeTestResults = join(testData, 'node-tests.json');

/** Where the runners write the time of each file, a line each. */
export const timesFile = join(testData, 'times.jsonl');

/** Two more than cores: tests wait for more than half of their time. With three for each core none waits, and what is timed fails. */
const WORKERS = availableParallelism() + 2;

/** A worker that has grown is replaced: what files leave behind adds up. */
const WORKER_MEMORY = '1GB';

/** So many files, one in fifty, may fail beside others and pass alone; more is no chance. */
const MOST_UNSTEADY = 12;

/** More than any test takes, those of `npm run test:long` too. */
const SCRIPT_TEST_MS = 10 * 60_000;

/** @typedef {import('./run.mjs').Run} Run */

const JEST = [
  'node',
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--config=jest.config.cjs',
  `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
];

/** The scripts' own tests. @param {Run} run */
export async function testScripts({ flags, steps, tally }) {
  const own = { cwd: projectDir, exclude: ['**/node_modules'] };
  const files = globSync('scripts/**/*.test.mjs', own).filter(
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
  if (!steps.isStopped) collect('scripts', readResults(nodeTestResults), isOk, tally);
}

/**
 * The tests of projects in one run of Jest, so that no core waits for the last of one.
 *
 * @param {Run} run @param {import('./projects.mjs').Project[]} projects
 * @param {{ isWhole: boolean, tests?: string[] }} choice `tests`: these files only
 */
export async function testProjects({ flags, steps, tally }, projects, { isWhole, tests }) {
  const has = (project) => (flags.isLong ? project.hasLongTests : project.hasTests);
  const tested = projects.filter(has);
  const untested = projects.filter((project) => !has(project));
  if (!isWhole && untested.length > 0) {
    say(`Without tests: ${untested.map(({ name }) => name).join(', ')}`);
  }
  if (tested.length === 0) return;

  const names = tested.map(({ name }) => name);
  const run = async (name, args) => {
    for (const { folder } of tested) rmSync(resultsOf(folder), { force: true });
    const isOk = await steps.run(name, [...JEST, '--selectProjects', ...names, ...args]);
    return { isOk, results: tested.map(({ folder }) => readResults(resultsOf(folder))) };
  };
  const files = tests === undefined ? [] : ['--runTestsByPath', ...tests];
  let whole = await run('Tests of the projects', [`--maxWorkers=${WORKERS}`, ...files]);
  const failed = failedFilesOf(whole.results);
  if (!steps.isStopped && failed.length > 0 && failed.length <= MOST_UNSTEADY) {
    const alone = ['--runInBand', '--runTestsByPath', ...failed];
    const second = await run('What failed, once more and alone', alone);
    whole = {
      ...second,
      results: whole.results.map((one, at) => withSecond(one, second.results[at])),
    };
  }
  if (steps.isStopped) return;

  const still = failedFilesOf(whole.results);
  for (const file of failed.filter((one) => !still.includes(one))) {
    tally.addUnsteady(relative(projectDir, file));
  }
  const failedBefore = tally.failed;
  for (const [at, name] of names.entries()) collect(name, whole.results[at], true, tally);
  if (!whole.isOk && tally.failed === failedBefore) tally.fail('Tests of the projects');
}

const failedFilesOf = (results) =>
  results.flatMap((result) => (result?.failedFiles ?? []).map(({ file }) => file));

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
    .map(({ file, ...rest }) => ({ ...rest, file: relative(projectDir, file) }));
}

function resultsOf(folder) {
  return join(folder, '.test-results.json');
}

const readResults = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** A runner that failed without a failed test, or left no results, counts as one failure. */
function collect(name, results, isOk, tally) {
  if (results === undefined) {
    tally.fail(`${name}: the tests ended without results`);
    return;
  }

  const { passed, failed, skipped, figures } = results;
  const named = skipped.map((skip) => (typeof skip === 'string' ? { name: skip } : skip));
  tally.add(name, { passed, failed, skipped: named, figures });
  if (!isOk && failed === 0) tally.fail(`${name}: the test runner failed`);
}
