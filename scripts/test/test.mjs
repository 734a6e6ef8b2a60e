import { bootstrap } from '../lib/bootstrap.mjs';
import {
  apertiumPackages,
  LONG_TEST_PACKAGES,
  RECOGNISER_PACKAGES,
  TEST_PACKAGES,
} from '../lib/debian-packages.mjs';
import { runPinned } from '../lib/pinned.mjs';
import { say, seconds } from '../lib/progress.mjs';
import { runMain } from '../lib/run-main.mjs';
import { prepareServices } from '../services/prepare.mjs';
import { readChangedFiles } from './changed.mjs';
import { HELP, parseTestFlags } from './flags.mjs';

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

  const startMs = performance.now();
  // Downloads wait for the network, and this for the processor.
  const preparing = prepareServices(say);
  const engines = [...apertiumPackages(flags.isCi), ...RECOGNISER_PACKAGES];
  const forTests = flags.isLong ? [...TEST_PACKAGES, ...LONG_TEST_PACKAGES] : TEST_PACKAGES;
  await bootstrap({
    debianPackages: flags.isCi ? [...engines, ...forTests] : engines,
    extras: ['azure', 'demo', 'fonts', 'generators', 'lint', 'neural', 'tests'],
  });
  await preparing;
  say(`Installed what was missing in ${seconds(performance.now() - startMs)}.`);
  return runPinned('test/run.mjs', args);
}

/** Asked before minutes of installing. */
async function hasChanged() {
  const { base, files } = await readChangedFiles();
  if (files.length === 0)
    say(`Nothing has changed since ${base.slice(0, 12)}: there is nothing to test.`);
  return files.length > 0;
}
