import { bootstrap } from '../lib/bootstrap.mjs';
import { EXTRAS } from '../lib/extra-names.mjs';
import { describeExtra, installExtras } from '../lib/extras.mjs';
import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';

const HELP = `Usage: npm run extras -- <name>...

Installs packages that npm start does without:

${EXTRAS.filter((name) => name !== 'node')
  .map((name) => `  ${name.padEnd(12)}${describeExtra(name)}`)
  .join('\n')}

  --only  in a workspace whose packages are installed already, as in an image`;

/** `npm run extras -- azure`: installs what a setting asks for. */
await runMain(main);

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main(args) {
  const names = args.filter((word) => word !== '--only');
  if (names.length === 0 || args.includes('--help')) {
    say(HELP);
    return 0;
  }
  const unknown = names.find((name) => !EXTRAS.includes(name));
  if (unknown !== undefined) {
    throw new StartError(`No extra ${unknown}. There are: ${EXTRAS.join(', ')}.`);
  }
  if (args.includes('--only')) await installExtras(names);
  else await bootstrap({ extras: names });
  return 0;
}
