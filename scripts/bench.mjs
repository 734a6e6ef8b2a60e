import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { bootstrap } from './bootstrap.mjs';
import { apertiumPackages, SPEECH_PACKAGES } from './debian-packages.mjs';
import { pinnedEnvironment } from './pinned.mjs';
import { say, timed } from './progress.mjs';
import { projectDir, StartError } from './project.mjs';
import { runMain } from './run-main.mjs';

const benchDir = join(projectDir, 'bench');

/** `npm run bench -- <name> [arguments]`: runs `bench/<name>.mjs` on Node 24. */
await runMain(main);

/** @param {string[]} args @returns {Promise<number>} exit code */
async function main([name, ...rest]) {
  const benches = listBenches();
  if (name === undefined || name === '--help' || name === '-h') {
    say(`Usage: npm run bench -- <name> [arguments]\n\nBenches: ${benches.join(', ') || 'none'}`);
    return 0;
  }
  if (!benches.includes(name)) {
    throw new StartError(`No bench ${name}. There are: ${benches.join(', ') || 'none'}.`);
  }

  const node = await bootstrap({
    debianPackages: [...apertiumPackages(false), ...SPEECH_PACKAGES],
  });
  await timed('Installing the packages of bench/', installPackages);
  return run(node, [join(benchDir, `${name}.mjs`), ...rest]);
}

function listBenches() {
  if (!existsSync(benchDir)) return [];
  return readdirSync(benchDir)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length));
}

/** The tools of a bench have their own lock file, so that they never reach the services. */
function installPackages() {
  const status = run('npm', ['ci', '--prefix', benchDir, '--loglevel=error']);
  if (status !== 0) throw new StartError('npm ci of bench/ failed; its error stands above.');
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: projectDir,
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  return status ?? 1;
}
