import { bootstrap } from './bootstrap.mjs';
import { parseFlags, HELP } from './flags.mjs';
import { runPinned } from './pinned.mjs';
import { say } from './progress.mjs';
import { StartError } from './project.mjs';
import { refuseWhenRunning } from './run-file.mjs';

/** `npm start`: installs what is missing with the Node of the machine, the rest runs on Node 24. */
try {
  process.exitCode = await start(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  say(`Error: ${error.message}`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<number>} exit code */
async function start(args) {
  const flags = parseFlags(args);
  if (flags.help) {
    say(HELP);
    return 0;
  }
  refuseWhenRunning(flags.dataDir);

  await bootstrap({ withEngines: flags.only.includes('translate'), allPairs: flags.allPairs });
  return await runPinned('stack.mjs', args);
}
