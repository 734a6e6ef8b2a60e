import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

import { noteInManifest } from '../lib/manifest.mjs';
import { move } from '../lib/move.mjs';
import { findBinaries } from '../postgres/postgres-binaries.mjs';
import {
  canUserEnter,
  choosePlace,
  postgresUser,
  sharedPlace,
} from '../postgres/postgres-place.mjs';
import { say } from '../lib/progress.mjs';
import { projectDir as thisProject, StartError } from '../lib/project.mjs';

/** Below the data folder: `npm run restore` unpacks there first. */
export const RESTORE_DRAFT = 'restore.draft';

/** What a start makes anew. */
const OF_NO_USE_LATER = ['run.json', 'logs', RESTORE_DRAFT];
/** What a run leaves in the data folder. */
const OF_THE_RUN = [
  ...[...OF_NO_USE_LATER, 'dev-credentials.json', 'auth-server-bootstrap.json', 'mail'],
];
/** What belongs together: the databases, and all that the services keep beside them. */
const OF_THE_SERVICES = ['chain', 'ipt-graphql', 'relay', 'speech', 'translate'];
const OF_THE_DATABASES = [
  ...['postgres', 'postgres.new', 'postgres.password', 'postgres-password'],
  'kept-credentials.json',
];

/**
 * Decides where the databases and the files of the services are, all in one place: the data folder,
 * or, where PostgreSQL cannot enter that, a folder of this clone in /var/lib/sextant. Data that is
 * there stays there. Writes the manifest of what is going to be made there.
 *
 * @param {object} options
 * @param {string} options.dataDir
 * @param {boolean} options.isDataExplicit whether the user chose that folder
 * @param {boolean} options.usesPostgres whether an embedded PostgreSQL runs
 * @param {string} [options.projectDir]
 * @param {string} [options.sharedRoot]
 * @returns {string} a folder that exists
 */
export function prepareHome(options) {
  const { dataDir, isDataExplicit, projectDir = thisProject, sharedRoot } = options;
  const shared = sharedPlace({ projectDir, dataDir, sharedRoot });
  const isThere = !isDataExplicit && userInfo().uid === 0 && !hasCluster(dataDir);

  const home =
    isThere && hasCluster(shared)
      ? shared
      : options.usesPostgres
        ? chooseHome({ dataDir, isDataExplicit, projectDir, sharedRoot })
        : dataDir;
  noteInManifest(
    home,
    [...OF_THE_DATABASES, ...OF_THE_SERVICES],
    ['postgres-password', 'dev-credentials.json'],
  );
  if (home !== dataDir) {
    say(`What the services keep is beside the databases: in ${home}.`);
    moveData(dataDir, home);
  }
  return home;
}

/** Files by which a folder of `npm start` is known that has lost its manifest. */
const MARKS = ['run.json', 'dev-credentials.json', 'kept-credentials.json', 'postgres-password'];

/** @param {string} folder without a manifest @returns {string[]} what a start has probably left there */
export function remainsIn(folder) {
  const isThere = (name) => existsSync(join(folder, name));
  if (!MARKS.some(isThere)) return [];
  return [...OF_THE_RUN, ...OF_THE_DATABASES, ...OF_THE_SERVICES].filter(isThere);
}

/** Writes the manifest of what a run leaves in the data folder. @param {string} dataDir */
export const noteRun = (dataDir) => noteInManifest(dataDir, OF_THE_RUN, ['dev-credentials.json']);

/**
 * Everything that a backup has, by the folder in which it lies: what a start makes anew, logs and the record of the run,
 * is left out.
 */
export const KEPT = {
  data: OF_THE_RUN.filter((name) => !OF_NO_USE_LATER.includes(name)),
  home: [...OF_THE_DATABASES, ...OF_THE_SERVICES],
};

/** @param {string} folder @returns {(name: string) => boolean} whether it has that entry, be it a link that leads nowhere */
export const hasEntry = (folder) => (name) =>
  lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;

/** @param {string} home @returns {boolean} whether it has databases */
export const hasCluster = (home) => existsSync(join(home, 'postgres', 'PG_VERSION'));

/**
 * Half of the data would be taken for all, and the other half made anew.
 *
 * @param {string} dataDir
 * @throws {StartError} when a restore was begun there and not finished
 */
export function refuseHalfRestored(dataDir) {
  if (!existsSync(join(dataDir, RESTORE_DRAFT))) return;
  throw new StartError(
    `A restore into ${dataDir} was interrupted: finish it by the same npm run restore, or remove all with npm start -- --reset.`,
  );
}

/** @returns {string[]} every folder in which a manifest of this data folder can be */
export function manifestFolders({ dataDir, isDataExplicit, projectDir = thisProject, sharedRoot }) {
  if (isDataExplicit) return [dataDir];
  const shared = sharedPlace({ projectDir, dataDir, sharedRoot });
  return [dataDir, shared, dirname(shared)];
}

function chooseHome({ dataDir, isDataExplicit, projectDir, sharedRoot }) {
  const user = postgresUser();
  const { nativeDir, version } = findBinaries(projectDir);
  const canEnter = (dir) => canUserEnter(dir, user);
  const situation = { projectDir, dataDir, isDataExplicit, nativeDir, version, canEnter };
  return choosePlace({ ...situation, sharedRoot }).dataDir;
}

/** A start before this one kept the files of the services apart from the databases. */
function moveData(from, to) {
  for (const name of OF_THE_SERVICES) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(source) || existsSync(target)) continue;

    mkdirSync(to, { recursive: true });
    move(source, target);
  }
}
