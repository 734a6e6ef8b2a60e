import { bootstrap } from './bootstrap.mjs';
import { runPinned } from './pinned.mjs';
import { say } from './progress.mjs';
import { StartError } from './project.mjs';
import { HELP, parseTestFlags } from './test/flags.mjs';

/** `npm test`: installs what is missing with the Node of the machine, the rest runs on Node 24. */
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say(`Error: ${error.message}`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main(args) {
  const flags = parseTestFlags(args);
  if (flags.help) {
    say(HELP);
    return 0;
  }

  await bootstrap({ allPairs: flags.isCi });
  return runPinned('test/run.mjs', args);
}
