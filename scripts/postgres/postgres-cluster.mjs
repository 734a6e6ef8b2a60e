import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { noteInManifest } from '../lib/manifest.mjs';
import { writeAtomically } from '../lib/patiently.mjs';
import { copyBinaries, findBinaries } from './postgres-binaries.mjs';
import { canUserEnter, choosePlace, postgresUser } from './postgres-place.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir as thisProject, StartError } from '../lib/project.mjs';

/**
 * Finds programs, folders, user and password of a cluster, and says so when they are not inside the
 * project.
 *
 * @param {import('./postgres.mjs').PostgresOptions} options
 */
export function prepareCluster(options) {
  const {
    projectDir = thisProject,
    isDataExplicit = false,
    sharedRoot,
    logDir = join(options.dataDir, 'logs'),
    port,
    settings = [],
    lastingSettings = [],
    authentication = 'scram-sha-256',
  } = options;
  mkdirSync(options.dataDir, { recursive: true });

  const user = postgresUser();
  const { nativeDir, version } = findBinaries(projectDir);
  const place = choosePlace({
    projectDir,
    dataDir: options.dataDir,
    isDataExplicit,
    nativeDir,
    version,
    canEnter: (dir) => canUserEnter(dir, user),
    sharedRoot,
  });
  mkdirSync(place.dataDir, { recursive: true });
  if (place.nativeDir !== nativeDir) {
    noteInManifest(dirname(place.nativeDir), [basename(place.nativeDir)]);
    copyBinaries(nativeDir, place.nativeDir);
  }
  if (place.dataDir !== options.dataDir || place.nativeDir !== nativeDir) {
    announce(place);
  }

  return {
    dir: join(place.dataDir, 'postgres'),
    bin: join(place.nativeDir, 'bin'),
    logFile: join(logDir, 'postgres.log'),
    password: keepPassword(place.dataDir),
    user,
    port,
    lastingSettings,
    authentication,
    settings: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings],
  };
}

const announced = new Set();

function announce({ dataDir, nativeDir }) {
  const line =
    'PostgreSQL runs as the user "postgres", which cannot enter this folder: ' +
    `its programs are in ${nativeDir}, its data in ${dataDir}.`;
  if (!announced.has(line)) say(line);
  announced.add(line);
}

/** An empty file counts as none: a power cut may have left it. */
function keepPassword(dataDir) {
  const file = join(dataDir, 'postgres-password');
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '') return kept;

  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new StartError(
      `The password in ${file} is gone, and with it the way into the databases in ${dataDir}. ` +
        'Put it back, or give the data up: npm start -- --reset',
    );
  }
  const made = randomBytes(24).toString('base64url');
  writeAtomically(file, made, 0o600);
  return made;
}

/**
 * Makes the cluster: beside its place and then renamed, so that an interrupted initdb leaves nothing
 * half done.
 *
 * @param {ReturnType<typeof prepareCluster>} cluster
 */
export function initialise({ dir, bin, user, password, lastingSettings, authentication }) {
  const draft = `${dir}.new`;
  const passwordFile = `${dir}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) {
    for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  }

  try {
    const { status, stderr } = spawnSync(
      join(bin, 'initdb'),
      [
        ...['--pgdata', draft, '--username', 'postgres', '--pwfile', passwordFile],
        ...['--auth', authentication, '--encoding', 'UTF8', '--no-locale'],
        ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
        ...lastingSettings.flatMap((setting) => ['--set', setting]),
      ],
      { ...user, cwd: '/', encoding: 'utf8' },
    );
    if (status !== 0) throw new StartError(`PostgreSQL cannot make its data folder:\n${stderr}`);
    renameSync(draft, dir);
  } finally {
    rmSync(passwordFile);
  }
}
