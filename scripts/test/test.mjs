import { areModulesCurrent, bootstrap } from '../lib/bootstrap.mjs';
import {
  apertiumPackages,
  LONG_TEST_PACKAGES,
  RECOGNISER_PACKAGES,
  TEST_PACKAGES,
} from '../lib/debian-packages.mjs';
import { requireSpace } from '../lib/disk-space.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { say, seconds } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';
import { prepareServices } from '../services/prepare.mjs';
import { readChangedFiles } from './changed.mjs';
import { HELP, parseTestFlags } from './flags.mjs';

/** Packages, servers and engines of tests, and what tests write. */
const INSTALLATION_MIB = 4000;
const RUN_MIB = 1000;

/** `npm test`: installs what is missing with the Node of the machine, the rest runs on Node 24. */
await runMain(main);

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main(args) {
  const flags = parseTestFlags(args);
  if (flags.help) {
    say(HELP);
    return 0;
  }

  if (flags.isChanged && !(await hasChanged())) return 0;

  const mib = areModulesCurrent() ? RUN_MIB : INSTALLATION_MIB;
  requireSpace({ folder: projectDir, mib, by: 'npm test', purpose: 'for tests and their servers' });
  const startMs = performance.now();
  await install(flags);
  say(`Installed what was missing in ${seconds(performance.now() - startMs)}.`);
  return runPinned('test/run.mjs', args);
}

/** Downloads wait for the network, and what is built for tests for the processor. */
async function install({ isCi, isLong }) {
  const stopping = new AbortController();
  const preparing = prepareServices(say, stopping.signal);
  const engines = [...apertiumPackages(isCi), ...RECOGNISER_PACKAGES];
  const forTests = isLong ? [...TEST_PACKAGES, ...LONG_TEST_PACKAGES] : TEST_PACKAGES;
  try {
    await bootstrap({
      debianPackages: isCi ? [...engines, ...forTests] : engines,
      extras: ['azure', 'demo', 'fonts', 'generators', 'lint', 'neural', 'tests'],
    });
  } catch (error) {
    stopping.abort();
    throw error;
  } finally {
    await preparing;
  }
}

/** Asked before minutes of installing. @throws {StartError} where nothing is found because too little is there */
async function hasChanged() {
  const { base, missing, files } = await readChangedFiles();
  const commit = base.slice(0, 12);
  const isEmpty = files.length === 0;
  if (missing !== undefined && isEmpty) {
    throw new StartError(
      `${missing.why}, and nothing differs from ${commit}: what has changed is not known. Run: ${missing.cure}`,
    );
  }
  if (missing !== undefined) say(`${missing.why}: only what differs from ${commit} counts.`);
  if (isEmpty) say(`Nothing has changed since ${commit}: there is nothing to test.`);
  return !isEmpty;
}
