import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { NO_HARD_LINKS } from '../lib/claim.mjs';
import { readCommandLine, readDataFolder } from '../lib/command-line.mjs';
import { say, timed } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { claimRun } from '../lib/run-file.mjs';
import { runMain } from '../lib/run-main.mjs';
import { partsOf, refuseWithin } from './source.mjs';

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
  const place = readDataFolder(values.data, from);
  const file = resolve(from, positionals[0]);
  const parts = partsOf(place);
  refuseWithin(file, parts);
  // Who starts meanwhile is told: databases that are written to cannot be copied.
  const run = claimRun(place.dataDir);
  try {
    if (existsSync(file)) throw new StartError(`${file} is there: name a new file.`);
    await timed(`Writing ${file}`, () => write(file, parts));
  } finally {
    run.release();
  }
  say(
    `${Math.ceil(statSync(file).size / 1e6)} MB. It holds keys and passwords: keep it where only you may read.`,
  );
  return 0;
});

/** A file of that name is either whole or not there. @throws {StartError} */
async function write(file, parts) {
  const draft = `${file}.part-${process.pid}`;
  const interruption = interruptible();
  try {
    await writeDraft(draft, parts, interruption.signal);
    if (interruption.signal.aborted) throw new StartError('Interrupted: nothing was written.');
    publish(draft, file);
    await sync(dirname(file));
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${file}: ${error.message}`);
  } finally {
    rmSync(draft, { force: true });
    interruption.end();
  }
}

/** Told to end, it ends, and what was begun is removed: of a `kill -9` a file `.part-` and the process id stays. */
function interruptible() {
  const interruption = new AbortController();
  const abort = () => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, abort);
  return {
    signal: interruption.signal,
    end: () => signals.forEach((name) => process.off(name, abort)),
  };
}

async function writeDraft(draft, parts, signal) {
  const output = await open(draft, 'wx', 0o600);
  try {
    const words = parts.flatMap(({ folder, names }) => ['-C', folder, ...names]);
    // What somebody has moved to another disk, and left a link to, belongs to it. gzip's default level takes more than
    // twice the processor time for a seventh less.
    const options = ['--create', '--use-compress-program=gzip -1', '--dereference'];
    const without = ['--anchored', `--exclude=${RESERVE}`];
    await tar([...options, ...without, '--file=-', ...words], { output: output.fd, signal });
    await output.sync();
  } finally {
    await output.close();
  }
}

async function tar(words, { output, signal }) {
  if (signal.aborted) return;
  const child = spawn('tar', words, { stdio: ['ignore', output, 'pipe'] });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code, killedBy] = await once(child, 'close');
  signal.removeEventListener('abort', end);
  if (killedBy !== null) throw new StartError('Interrupted: nothing was written.');
  if (code !== 0) throw new StartError(`tar: ${said.trim() || `ended with ${code}`}`);
}

/** A file of that name that was made in between stays: a link replaces none. FAT, as on a USB stick, has no links. */
function publish(draft, file) {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!NO_HARD_LINKS.has(error.code)) throw error;
    if (existsSync(file)) throw new StartError(`${file} is there: name a new file.`);
    renameSync(draft, file);
  }
}

/** The name of a new file is not on the disk before its folder is. */
async function sync(path) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
