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

/** Three more than cores: tests wait for more than half of their time. With three for each core what is timed fails. */
const WORKERS = availableParallelism() + 3;

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
  // What a file has loaded is let go when it ends (`once-per-worker.cjs`).
  '--expose-internals',
  // Else V8 collects all of a worker's memory for each 64 MB of sound and files that tests hold.
  '--external-memory-accounted-in-global-limit',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--config=jest.config.cjs',
  `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
];

const NODE_TEST = [
  'node',
  '--disable-warning=TimeoutNegativeWarning',
  '--test',
  // A test that hangs fails by its name.
  `--test-timeout=${SCRIPT_TEST_MS}`,
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  '--test-reporter=./scripts/test/node-test-summary.mjs',
  `--test-reporter-destination=${nodeTestResults}`,
];

/** The scripts' own tests. @param {Run} run */
export async function testScripts({ flags, steps, tally }) {
  const own = { cwd: projectDir, exclude: ['**/node_modules'] };
  const files = globSync('scripts/**/*.test.mjs', own).filter(
    (file) => isLong(file) === flags.isLong,
  );
  if (files.length === 0) return;

  const run = async (name, chosen) => {
    rmSync(nodeTestResults, { force: true });
    const isOk = await steps.run(name, [...NODE_TEST, ...chosen]);
    return { isOk, results: [readResults(nodeTestResults)] };
  };
  const whole = await withUnsteady(
    { steps, tally },
    await run('Tests of the scripts', files.toSorted()),
    {
      alone: (failed) => run('What failed of them, once more', ['--test-concurrency=1', ...failed]),
    },
  );
  if (!steps.isStopped) collect('scripts', whole.results[0], whole.isOk, tally);
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
  const whole = await withUnsteady(
    { steps, tally },
    await run('Tests of the projects', [`--maxWorkers=${WORKERS}`, ...files]),
    {
      alone: (failed) =>
        run('What failed, once more and alone', ['--runInBand', '--runTestsByPath', ...failed]),
    },
  );
  if (steps.isStopped) return;

  const failedBefore = tally.failed;
  for (const [at, name] of names.entries()) collect(name, whole.results[at], true, tally);
  if (!whole.isOk && tally.failed === failedBefore) tally.fail('Tests of the projects');
}

/**
 * Runs the files that failed beside others once more. Those that pass then are reported as unsteady.
 *
 * @param {Pick<Run, 'steps' | 'tally'>} run
 * @param {Outcome} first
 * @param {{ alone: (files: string[]) => Promise<Outcome> }} how
 * @returns {Promise<Outcome>}
 *
 * @typedef {{ isOk: boolean, results: (import('./second-run.mjs').ProjectResults | undefined)[] }} Outcome
 */
async function withUnsteady({ steps, tally }, first, { alone }) {
  const failed = failedFilesOf(first.results);
  if (steps.isStopped || failed.length === 0 || failed.length > MOST_UNSTEADY) return first;

  const second = await alone(failed.map(({ file }) => file));
  const results = first.results.map((one, at) => withSecond(one, second.results[at]));
  const still = new Set(failedFilesOf(results).map(({ file }) => file));
  for (const { file, reasons } of failed.filter((one) => !still.has(one.file))) {
    tally.addUnsteady(relative(projectDir, file), reasons);
  }
  return { ...second, results };
}

const failedFilesOf = (results) => results.flatMap((result) => result?.failedFiles ?? []);

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

  const { passed, failed, skipped, figures, failedFiles } = results;
  const named = skipped.map((skip) => (typeof skip === 'string' ? { name: skip } : skip));
  const reasons = failedFiles.flatMap(({ file, reasons: own }) =>
    own.map((reason) => `${relative(projectDir, file)}: ${reason}`),
  );
  tally.add(name, { passed, failed, skipped: named, figures, reasons });
  if (!isOk && failed === 0) tally.fail(`${name}: the test runner failed`);
}
