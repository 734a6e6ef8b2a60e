import { spawnSync } from 'node:child_process';

import { bootstrap } from '../lib/bootstrap.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';
import { runMain } from '../lib/run-main.mjs';

const HELP = `Usage: npm run lint

Checks the rules of oxlint, the floors of the apps and the figures of the structure (how much
code wires and configures, how full folders are). What has not changed since it was clean is not
checked again. npm test does the same and more.
`;

/** @type {readonly string[][]} */
const STEPS = [
  ['node', 'scripts/lint/structure.mjs'],
  ['nx', 'run-many', '-t', 'lint', '--outputStyle=static'],
];

/** `npm run lint`: installs what is missing, the rest runs on Node 24. */
await runMain(async (args) => {
  if (args.some((word) => word === '--help' || word === '-h')) {
    say(HELP);
    return 0;
  }
  await bootstrap({ extras: ['lint'] });
  const options = {
    cwd: projectDir,
    env: pinnedEnvironment(),
    stdio: /** @type {const} */ ('inherit'),
  };
  const statuses = STEPS.map(
    ([command = '', ...words]) => spawnSync(command, words, options).status,
  );
  return statuses.every((status) => status === 0) ? 0 : 1;
});
