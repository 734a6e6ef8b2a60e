import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readCommandLine } from './command-line.mjs';
import { KEPT, manifestFolders, noteRun, prepareHome } from './home.mjs';
import { postgresUser } from './postgres-place.mjs';
import { say, timed } from './progress.mjs';
import { projectDir, StartError } from './project.mjs';
import { refuseWhenRunning } from './run-file.mjs';
import { runMain } from './run-main.mjs';

const HELP = `Usage: npm run restore -- FILE [--data DIR]

Brings back what npm run backup has written, for the next npm start. There must be
no data yet: remove them with npm start -- --reset, or give another --data. One
that was interrupted is begun anew, or finished, by the same command.

  --data DIR   into that data folder (default .data)
  --help       print this text`;

/** Below the data folder: the archive is unpacked there first, whole. */
const DRAFT = 'restore.draft';
const WHOLE = 'is-whole';
const NAMES = [...KEPT.data, ...KEPT.home];

await runMain(async (args) => {
  const { values, positionals } = readCommandLine('npm run restore', {
    args,
    allowPositionals: true,
    options: { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    say(HELP);
    return 0;
  }
  if (positionals.length !== 1) {
    throw new StartError('Give one file. See npm run restore -- --help.');
  }
  const from = process.env.INIT_CWD ?? process.cwd();
  const isDataExplicit = values.data !== undefined;
  const dataDir = isDataExplicit ? resolve(from, values.data) : join(projectDir, '.data');
  refuseWhenRunning(dataDir);
  await restore(resolve(from, positionals[0]), { dataDir, isDataExplicit });
  say('Restored. npm start goes on with it.');
  return 0;
});

/** @throws {StartError} when there are data already, or the archive is none or not whole */
async function restore(file, { dataDir, isDataExplicit }) {
  const draft = join(dataDir, DRAFT);
  if (!existsSync(join(draft, WHOLE))) {
    refuseData(manifestFolders({ dataDir, isDataExplicit }));
    await timed(`Checking ${file}`, () => check(file));
    await timed('Unpacking it', () => unpack(file, draft));
  }
  const home = prepareHome({ dataDir, isDataExplicit, usesPostgres: true });
  noteRun(dataDir);
  for (const name of readdirSync(draft).filter((entry) => entry !== WHOLE)) {
    move(join(draft, name), join(KEPT.data.includes(name) ? dataDir : home, name));
  }
  own(join(home, 'postgres'));
  rmSync(draft, { recursive: true });
}

function refuseData(folders) {
  for (const folder of folders) {
    const there = NAMES.filter((name) => existsSync(join(folder, name)));
    if (there.length === 0) continue;
    throw new StartError(
      `There are data in ${folder} (${there.join(', ')}). Remove them with npm start -- --reset, or give another --data.`,
    );
  }
}

/** Reads all of it once: what is cut off or changed fails its checksum. */
function check(file) {
  if (!existsSync(file)) throw new StartError(`${file} is not there.`);
  const entries = tar(['--list', '--gzip', '--file', file])
    .split('\n')
    .filter((line) => line !== '');
  const foreign = entries.find(
    (entry) => !NAMES.includes(entry.split('/')[0]) || entry.split('/').includes('..'),
  );
  if (foreign !== undefined || !entries.some((entry) => entry === 'postgres/PG_VERSION')) {
    const why = foreign === undefined ? 'no databases are in it' : `it holds ${foreign}`;
    throw new StartError(`${file} is no backup of npm start: ${why}.`);
  }
}

function unpack(file, draft) {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  tar(['--extract', '--gzip', '--preserve-permissions', '--file', file, '--directory', draft]);
  spawnSync('sync', ['--file-system', draft]);
  writeFileSync(join(draft, WHOLE), '');
}

function tar(words) {
  const { status, stdout, stderr, error } = spawnSync('tar', words, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new StartError(`tar: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

/** To another file system too. */
function move(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    const copied = spawnSync('cp', ['-a', from, `${to}.new`], { encoding: 'utf8' });
    if (copied.status !== 0) throw new StartError(`cp: ${copied.stderr.trim()}`);
    renameSync(`${to}.new`, to);
    rmSync(from, { recursive: true });
  }
}

/** PostgreSQL does not take files of another user than its own, which has another number elsewhere. */
function own(cluster) {
  const user = postgresUser();
  if (user === undefined) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new StartError(`chown: ${stderr.trim()}`);
}
