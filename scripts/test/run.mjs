import { join, relative } from 'node:path';

import { buildCommand, buildOnce } from '../lib/built.mjs';
import { withLock } from '../lib/claim.mjs';
import { say, seconds } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { chooseChanged, readChanged } from './changed.mjs';
import { checkStatically } from './checks.mjs';
import { parseTestFlags } from './flags.mjs';
import { beginMeasuring, keepProcessorTime, processorLine } from './processor-time.mjs';
import { e2e, listProjects } from './projects.mjs';
import { reportLines } from './report.mjs';
import { withTestServers, testData } from './servers.mjs';
import { Steps } from './steps.mjs';
import { forgetTimes, readTimes, testProjects, testScripts, timesFile } from './suites.mjs';
import { Tally } from './tally.mjs';
import { withTemporaryFolder } from './temporary-folder.mjs';

/**
 * @param {import('./flags.mjs').TestFlags} flags
 * @param {string} temporary folder of the tests
 * @returns {Promise<number>} exit code
 */
async function runTests(flags, temporary) {
  const startMs = performance.now();
  forgetTimes();
  const steps = new Steps({
    NX_TUI: 'false',
    TMPDIR: temporary,
    // Services are started often: what Node has compiled of them once is read after that.
    NODE_COMPILE_CACHE: join(testData, 'compile-cache'),
    SEXTANT_TEST_TIMES: timesFile,
    SEXTANT_TESTS: flags.isLong ? 'long' : 'daily',
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => steps.stop());
  process.on('disconnect', () => steps.stop());

  const choice = await choose(flags);
  if (isEmpty(choice)) {
    say('No project, no script and nothing of e2e/ has changed: there is nothing to test.');
    return 0;
  }
  const measuring = await beginMeasuring();
  const tally = await withTestServers(async (servers) => {
    const results = new Tally({ isCi: flags.isCi });
    const tell = ({ env, missing, excused }) => {
      steps.addEnvironment(env);
      results.addMissing(missing, excused);
    };
    tell(servers);
    const late = async () => tell(await servers.later());
    await runSteps({ flags, steps, tally: results, late }, choice);
    if (steps.isStopped) results.fail('stopped before the end');
    return results;
  });

  if (flags.withReport) {
    for (const line of reportLines({ steps: steps.durations, files: readTimes() })) say(line);
  }
  const wallMs = performance.now() - startMs;
  say(`All steps took ${seconds(wallMs)}.`);
  const measured = await measuring.end();
  if (measured !== undefined) {
    say(processorLine(measured));
    if (isWhole(flags)) keepProcessorTime(measured, { passed: tally.passed, wallMs });
  }
  for (const line of tally.lines()) say(line);
  return tally.failed === 0 ? 0 : 1;
}

/**
 * @typedef {object} Run
 * @property {import('./flags.mjs').TestFlags} flags
 * @property {Steps} steps
 * @property {Tally} tally
 * @property {() => Promise<void>} late brings the servers that take minutes the first time
 */

/** @param {Run} run @param {Awaited<ReturnType<typeof choose>>} choice */
async function runSteps(run, choice) {
  const { flags } = run;
  const { projects, isAll } = choice;
  const some = isAll ? undefined : projects;

  // What needs no server takes the time in which tests wait for one.
  const checks = flags.isLong ? undefined : checkStatically(run, some);
  const isBuilt = await build(run, choice.withE2e ? undefined : some);
  const scripts = choice.withScripts ? testScripts(run) : undefined;
  await run.late();
  const withStack = choice.withE2e && !flags.skipE2e;
  const tested = withStack && isBuilt ? [...projects, e2e()] : projects;
  await testProjects(run, tested, { isWhole: isAll, tests: choice.tests });
  if (withStack && !isBuilt) run.tally.fail('e2e was not run: the build failed');
  await scripts;
  await checks;
}

/** @param {import('./flags.mjs').TestFlags} flags */
async function choose({ only, isChanged }) {
  const all = listProjects();
  if (!isChanged) {
    const isAll = only.length === 0;
    const projects = all.filter(({ name }) => isAll || only.includes(name));
    return { projects, isAll, withScripts: isAll, withE2e: isAll, tests: undefined };
  }
  const places = all.map((one) => ({ ...one, folder: relative(projectDir, one.folder) }));
  const { projects, ...rest } = chooseChanged(await readChanged(), places);
  const names = projects.map(({ name }) => name);
  say(`Changed: ${names.join(', ') || 'no project'}.`);
  return { ...rest, projects: all.filter(({ name }) => names.includes(name)), isAll: false };
}

const isEmpty = ({ projects, withScripts, withE2e }) =>
  projects.length === 0 && !withScripts && !withE2e;

async function build({ steps, tally }, chosen) {
  if (chosen?.length === 0) return true;
  const projects = (chosen ?? listProjects()).map(({ folder }) => relative(projectDir, folder));
  const isOk = await buildOnce(projects, (folders) => steps.run('Build', buildCommand(folders)));
  if (!isOk && !steps.isStopped) tally.fail('Build');
  return isOk;
}

const isWhole = ({ only, isChanged, skipE2e, isLong }) =>
  only.length === 0 && !isChanged && !skipE2e && !isLong;

/** While it waits nobody else hears that npm test was killed. */
const end = () => process.exit(1);
process.once('disconnect', end);

/** The part of `npm test` that runs on Node 24. */
await runMain((words) =>
  withLock(
    testData,
    () => {
      process.off('disconnect', end);
      const flags = parseTestFlags(words);
      return withTemporaryFolder(projectDir, (folder) => runTests(flags, folder));
    },
    ({ pid }) => say(`Process ${pid} tests here: waiting for it.`),
  ),
);
if (process.connected) process.disconnect();
