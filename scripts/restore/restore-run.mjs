import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import {
  hasEntry,
  KEPT,
  manifestFolders,
  noteRun,
  prepareHome,
  RESTORE_DRAFT,
} from '../stack/home.mjs';
import { readManifest } from '../lib/manifest.mjs';
import { move } from '../lib/move.mjs';
import { postgresUser } from '../postgres/postgres-place.mjs';
import { say, timed } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';
import { checkArchive, NAMES } from './archive.mjs';
import { HELP, readFlags } from './flags.mjs';
import { claimRun, refuseWhenRunning, runningChildren } from '../lib/run-file.mjs';
import { runMain } from '../lib/run-main.mjs';

/** Says that all is unpacked, and of which archive. */
const WHOLE = 'is-whole';

await runMain(async (args) => {
  const flags = readFlags(args);
  if (flags.isHelp) {
    say(HELP);
    return 0;
  }
  const { file, dataDir, isDataExplicit } = flags;
  refuseWhenRunning(dataDir);
  const [child] = runningChildren(dataDir);
  if (child !== undefined) {
    throw new StartError(
      `${child.name} (process ${child.pid}) still runs with ${dataDir}: stop it.`,
    );
  }
  await restore(file, { dataDir, isDataExplicit });
  say(`Restored. npm start${isDataExplicit ? ` -- --data ${dataDir}` : ''} goes on with it.`);
  return 0;
});

/** @throws {StartError} when there are data already, or the archive is none or not whole */
async function restore(file, place) {
  const { dataDir } = place;
  const draft = join(dataDir, RESTORE_DRAFT);
  const isUnpacked = existsSync(join(draft, WHOLE));
  if (isUnpacked) {
    refuseAnother(file, draft, place);
  } else {
    refuseData(place);
    await timed(`Checking ${file}`, () => checkArchive(file, dataDir));
  }
  noteRun(dataDir);
  const run = claimRun(dataDir); // who starts meanwhile is told
  try {
    if (!isUnpacked) {
      refuseData(place); // the check may have taken minutes, in which somebody has started
      await timed('Unpacking it', () => unpack(file, draft));
    }
    putInPlace(draft, place);
  } finally {
    run.release();
  }
}

/** Each step can be made again. */
function putInPlace(draft, { dataDir, isDataExplicit }) {
  const home = prepareHome({ dataDir, isDataExplicit, usesPostgres: true });
  for (const name of readdirSync(draft).filter((entry) => entry !== WHOLE)) {
    move(join(draft, name), join(KEPT.data.includes(name) ? dataDir : home, name));
  }
  own(join(home, 'postgres'));
  rmSync(draft, { recursive: true });
}

function identityOf(file) {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

function refuseAnother(file, draft, place) {
  const begun = readFileSync(join(draft, WHOLE), 'utf8');
  if (begun === '' || !existsSync(file) || begun === identityOf(file)) return;
  throw new StartError(
    `Another backup was being restored when that was interrupted: finish it with that file, or remove all with npm start -- --reset${flagOf(place)}.`,
  );
}

function refuseData(place) {
  for (const folder of manifestFolders(place)) {
    const there = NAMES.filter(hasEntry(folder));
    if (there.length === 0) continue;
    const noted = readManifest(folder) ?? [];
    const cure = there.every((name) => noted.includes(name))
      ? `Remove them with npm start -- --reset${flagOf(place)}`
      : 'Move away what npm start has not made';
    throw new StartError(
      `There are data in ${folder} (${there.join(', ')}). ${cure}, or give another --data.`,
    );
  }
}

function flagOf({ dataDir, isDataExplicit }) {
  return isDataExplicit ? ` --data ${dataDir}` : '';
}

function unpack(file, draft) {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    tar(['--extract', '--gzip', '--preserve-permissions', '--file', file, '--directory', draft]);
    spawnSync('sync', ['--file-system', draft]);
    writeFileSync(join(draft, WHOLE), identityOf(file));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true }); // a full disk stays no longer full than it must
    throw error;
  }
}

function tar(words) {
  const { status, stderr, error } = spawnSync('tar', words, { encoding: 'utf8' });
  if (status !== 0) throw new StartError(`tar: ${error?.message ?? stderr.trim()}`);
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
