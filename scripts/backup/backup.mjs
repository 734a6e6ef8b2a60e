import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readCommandLine } from '../lib/command-line.mjs';
import { KEPT, manifestFolders, refuseHalfRestored } from '../stack/home.mjs';
import { say, timed } from '../lib/progress.mjs';
import { projectDir, StartError } from '../lib/project.mjs';
import { claimRun, refuseWhenRunning, runningChildren } from '../lib/run-file.mjs';
import { runMain } from '../lib/run-main.mjs';

const HELP = `Usage: npm run backup -- FILE [--data DIR]

Writes everything that npm start keeps (databases, documents, audio, spools, the
chain, credentials) into FILE, a compressed tar archive that only you may read.
Stop npm start before. npm run restore -- FILE brings it back, here or elsewhere.
Models that were fetched and Debian packages are not in it: they can be fetched again.

  --data DIR   of that data folder (default .data)
  --help       print this text

A deployment is backed up with the tools of its stores: see docs/operations.md.`;

/** Space that relay holds for a full disk: random bytes, which do not shrink. A start takes it again. */
const RESERVE = 'relay/spool.sqlite-reserve';

await runMain(async (args) => {
  const { values, positionals } = readCommandLine('npm run backup', {
    args,
    allowPositionals: true,
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    say(HELP);
    return 0;
  }
  if (positionals.length !== 1)
    throw new StartError('Give one file. See npm run backup -- --help.');
  const from = process.env.INIT_CWD ?? process.cwd();
  const dataDir =
    values.data === undefined ? join(projectDir, '.data') : resolve(from, values.data);
  const file = resolve(from, positionals[0]);
  const parts = partsOf(dataDir, values.data !== undefined);
  // Who starts meanwhile is told: databases that are written to cannot be copied.
  const run = claimRun(dataDir);
  try {
    await timed(`Writing ${file}`, () => write(file, parts));
  } finally {
    run.release();
  }
  say(
    `${Math.ceil(statSync(file).size / 1e6)} MB. It holds keys and passwords: keep it where only you may read.`,
  );
  return 0;
});

/**
 * @returns {{ folder: string, names: string[] }[]} what there is
 * @throws {StartError} while something runs with it, or when there is nothing
 */
function partsOf(dataDir, isDataExplicit) {
  refuseWhenRunning(dataDir);
  const [child] = runningChildren(dataDir);
  if (child !== undefined) {
    throw new StartError(
      `${child.name} (process ${child.pid}) still runs with ${dataDir}: stop it.`,
    );
  }
  refuseHalfRestored(dataDir);
  const isThere = (folder) => (name) => existsSync(join(folder, name));
  const folders = manifestFolders({ dataDir, isDataExplicit });
  const parts = folders.map((folder) => {
    const names = [...KEPT.data, ...KEPT.home].filter(isThere(folder));
    return { folder, names };
  });
  if (!parts.some(({ names }) => names.includes('postgres'))) {
    throw new StartError(`There are no databases of npm start in ${folders.join(', ')}.`);
  }
  refuseTwice(parts);
  return parts.filter(({ names }) => names.length > 0);
}

/** Unpacked over each other they would be neither. */
function refuseTwice(parts) {
  for (const [index, { folder, names }] of parts.entries()) {
    const other = parts
      .slice(index + 1)
      .find((part) => part.names.some((name) => names.includes(name)));
    if (other === undefined) continue;
    const twice = names.filter((name) => other.names.includes(name)).join(', ');
    throw new StartError(
      `${twice}: both in ${folder} and in ${other.folder}. Move away what npm start does not use.`,
    );
  }
}

/** A file of that name is either whole or not there. @throws {StartError} */
async function write(file, parts) {
  if (existsSync(file)) throw new StartError(`${file} is there: name a new file.`);
  const draft = `${file}.part-${process.pid}`;
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      const words = parts.flatMap(({ folder, names }) => ['-C', folder, ...names]);
      // What somebody has moved to another disk, and left a link to, belongs to it. gzip's default level takes more than
      // twice the processor time for a seventh less.
      const options = ['--create', '--use-compress-program=gzip -1', '--dereference'];
      const without = ['--anchored', `--exclude=${RESERVE}`];
      await tar([...options, ...without, '--file=-', ...words], descriptor);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(draft, file);
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${file}: ${error.message}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Told to end, it ends, and what was begun is removed: of a `kill -9` a file `.part-` and the process id stays. */
async function tar(words, output) {
  let child;
  const end = () => child.kill('SIGKILL');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, end);
  try {
    child = spawn('tar', words, { stdio: ['ignore', output, 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const [code, signal] = await once(child, 'close');
    if (signal !== null) throw new StartError('Interrupted: nothing was written.');
    if (code !== 0) throw new StartError(`tar: ${said.trim() || `ended with ${code}`}`);
  } finally {
    for (const name of signals) process.off(name, end);
  }
}
