import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { say } from '../lib/progress.mjs';
import { StartError } from '../lib/project.mjs';

/** Where things go that root's clone has but the user `postgres` cannot reach. */
const SHARED_ROOT = '/var/lib/sextant';

/**
 * Decides where PostgreSQL keeps its data and is run from. It refuses to run as root, so for root
 * both must be reachable for the user `postgres`: a clone below a folder of mode 0700 is not.
 *
 * @param {object} situation
 * @param {string} situation.projectDir
 * @param {string} situation.dataDir where the data would go
 * @param {boolean} situation.isDataExplicit whether the user chose that folder
 * @param {string} situation.nativeDir the binaries that npm brought
 * @param {string} situation.version of the binaries
 * @param {(dir: string) => boolean} situation.canEnter for the user that runs PostgreSQL
 * @param {string} [situation.sharedRoot]
 * @returns {{ dataDir: string, nativeDir: string }}
 * @throws {StartError} when the user chose a folder that PostgreSQL cannot reach
 */
export function choosePlace(situation) {
  const { dataDir, isDataExplicit, nativeDir, version, canEnter } = situation;
  const shared = sharedPlace(situation);

  const canEnterData = canEnter(dataDir);
  if (!canEnterData && isDataExplicit) {
    throw new StartError(
      `--data ${dataDir}: PostgreSQL runs as the user "postgres", which cannot enter ` +
        `${firstClosed(dataDir, canEnter)}. Open it (chmod o+x) or choose another folder.`,
    );
  }
  return {
    dataDir: canEnterData ? dataDir : shared,
    nativeDir: canEnter(nativeDir) ? nativeDir : join(dirname(shared), `postgres-${version}`),
  };
}

/**
 * @param {{ projectDir: string, dataDir: string, sharedRoot?: string | undefined }} situation
 * @returns {string} the folder outside the clone that stands for its data folder
 */
export function sharedPlace({ projectDir, dataDir, sharedRoot = SHARED_ROOT }) {
  const hash = createHash('sha256').update(projectDir).digest('hex').slice(0, 12);
  return join(sharedRoot, hash, basename(dataDir).replace(/^\./, ''));
}

function firstClosed(dir, canEnter) {
  const parent = dirname(dir);
  return parent !== dir && !canEnter(parent) ? firstClosed(parent, canEnter) : dir;
}

/** @typedef {{ uid: number, gid: number }} User */

/**
 * @returns {User | undefined} the user that PostgreSQL runs as when we are root (made when missing);
 *   undefined otherwise: then it runs as ourselves
 */
export function postgresUser() {
  if (userInfo().uid !== 0) return undefined;

  const known = lookUp();
  if (known !== undefined) return known;

  say('PostgreSQL does not run as root: creating the system user "postgres" for it.');
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']);
  const created = lookUp();
  if (created === undefined) {
    throw new StartError('The user "postgres" cannot be created. Run: useradd --system postgres');
  }
  return created;
}

function lookUp() {
  const id = (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  const [uid, gid] = [id('-u'), id('-g')];
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * @param {string} dir
 * @param {User | undefined} user undefined: ourselves, who can
 * @returns {boolean} whether that user can enter the folder, or where it would be made
 */
export function canUserEnter(dir, user) {
  if (user === undefined) return true;
  if (!existsSync(dir)) return canUserEnter(dirname(dir), user);

  return spawnSync('sh', ['-c', 'cd "$0"', dir], { ...user, cwd: '/' }).status === 0;
}
