import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from './debian.mjs';
import { Unavailable } from './unavailable.mjs';

/** Where installers put Go without putting it on the PATH. */
const GO_FOLDERS = ['/usr/local/go/bin', '/usr/lib/go/bin', '/opt/homebrew/bin'];

/**
 * A program of Go's module proxy, built once. What Go keeps lies beside it, since a build machine may have no home, and
 * only the program stays.
 *
 * @param {{ module: string, version: string, packages: string, otherwise: string, say: (line: string) => void }} wish
 *   `packages` is the folder in which programs are kept, `otherwise` what a user can do without Go
 * @returns {Promise<string>} its path
 * @throws {Unavailable} where there is no Go, or it cannot be built
 */
export async function goProgram({ module, version, packages, otherwise, say }) {
  const name = basename(module.replace(/\/v\d+$/, ''));
  const folder = join(packages, name, version);
  const program = join(folder, name);
  if (await isThere(program)) return program;
  const go = await findGo(name, otherwise);
  say(`building ${name} ${version} with Go, once; it takes about two minutes`);
  const draft = `${folder}.draft-${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    await promisify(execFile)(go, ['install', '-modcacherw', `${module}@${version}`], {
      env: {
        ...process.env,
        GOBIN: join(draft, 'bin'),
        GOPATH: join(draft, 'path'),
        GOCACHE: join(draft, 'cache'),
      },
      timeout: 900_000,
    });
    await mkdir(folder, { recursive: true });
    await rename(join(draft, 'bin', name), program);
  } catch (error) {
    throw new Unavailable(`${name} cannot be built: ${error.message.split('\n', 3).join(' ')}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}

async function findGo(name, otherwise) {
  const onPath = await findOnPath('go');
  if (onPath !== undefined) return onPath;
  for (const folder of GO_FOLDERS) {
    if (await isThere(join(folder, 'go'))) return join(folder, 'go');
  }
  throw new Unavailable(`no Go is here to build ${name}; ${otherwise}`, { isExcused: true });
}

const isThere = (file) =>
  access(file).then(
    () => true,
    () => false,
  );
