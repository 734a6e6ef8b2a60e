import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { endsWithThis } from '../lib/npm.mjs';
import { findOnPath } from './debian.mjs';
import { draftOf } from './drafts.mjs';
import { Unavailable } from './unavailable.mjs';

/** Where installers put Go without putting it on the PATH. */
const GO_FOLDERS = ['/usr/local/go/bin', '/usr/lib/go/bin', '/opt/homebrew/bin'];

/** It serves tests: without what makes programs quick it is built in 60 % of the time. */
const QUICKLY_BUILT = ['-gcflags=all=-N -l', '-ldflags=-s'];

/**
 * A program of Go's module proxy, built once. What Go keeps lies beside it, since a build machine may have no home, and
 * only the program stays; GOPATH and GOCACHE name other places.
 *
 * @param {{ module: string, version: string, packages: string, otherwise: string, say: (line: string) => void, signal?: AbortSignal }} wish
 *   `packages` is the folder in which programs are kept, `otherwise` what a user can do without Go, `signal` ends it
 * @returns {Promise<string>} its path
 * @throws {Unavailable} where there is no Go, or it cannot be built
 */
export async function goProgram({ module, version, packages, otherwise, say, signal }) {
  const name = basename(module.replace(/\/v\d+$/, ''));
  const folder = join(packages, name, version);
  if (!(await isThere(join(folder, name)))) {
    const go = await findGo(name, otherwise);
    say(`building ${name} ${version} with Go, once; it takes about a minute`);
    await build([name], folder, (bin, env) =>
      run(go, ['install', '-modcacherw', ...QUICKLY_BUILT, `${module}@${version}`], {
        env: { GOGC: '400', ...env, GOBIN: bin },
        signal,
      }),
    );
  }
  return join(folder, name);
}

/**
 * Programs of a `go.mod` of our own, whose `go.sum` says what may come; built once, as above.
 *
 * @param {{ source: string, programs: Readonly<Record<string, readonly string[]>>, version: string, packages: string,
 *   otherwise: string, say: (line: string) => void }} wish `source` is the folder of `go.mod`; `programs` has the words
 *   of `go build` by the programs' names
 * @returns {Promise<Readonly<Record<string, string>>>} their paths, by their names
 * @throws {Unavailable} where there is no Go, or they cannot be built
 */
export async function goPrograms({ source, programs, version, packages, otherwise, say }) {
  const names = Object.keys(programs);
  const folder = join(packages, names[0], version);
  const paths = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
  const there = await Promise.all(Object.values(paths).map(isThere));
  if (there.includes(false)) {
    const go = await findGo(names[0], otherwise);
    say(`building ${names.join(' and ')} with Go, once; it takes about ten minutes`);
    await build(names, folder, async (bin, env) => {
      for (const [name, words] of Object.entries(programs)) {
        const all = ['build', '-modcacherw', '-mod=readonly', '-o', join(bin, name), ...words];
        await run(go, all, { cwd: source, env: { ...env, CGO_ENABLED: '0' } });
      }
    });
  }
  return paths;
}

/** Go and the compilers that it starts end with this process. */
function run(go, words, options) {
  const [node, ...all] = endsWithThis([go, ...words]);
  return promisify(execFile)(node, all, { ...options, timeout: 3_600_000 });
}

/** Lets programs be made in a draft, and moves those that are named to the folder when all are there. */
async function build(names, folder, make) {
  const draft = await draftOf(folder);
  const bin = join(draft, 'bin');
  try {
    await mkdir(bin, { recursive: true });
    const own = { GOPATH: join(draft, 'path'), GOCACHE: join(draft, 'cache') };
    await make(bin, { ...own, ...process.env });
    await mkdir(folder, { recursive: true });
    for (const name of names) await rename(join(bin, name), join(folder, name));
  } catch (error) {
    throw new Unavailable(`${names[0]} cannot be built: ${error.message.split('\n', 3).join(' ')}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
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
