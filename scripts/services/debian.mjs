import { execFile } from 'node:child_process';
import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { draftOf } from './drafts.mjs';
import { Unavailable } from './unavailable.mjs';

const run = promisify(execFile);

/**
 * Finds a program of the system, or brings its Debian package without installing it: the package
 * and those libraries which the system lacks are downloaded and unpacked into a folder.
 * @param {{ program: string, debianPackage: string, packages: string, say: (line: string) => void }} wish
 *   `packages` is the folder in which unpacked packages are kept
 * @returns {Promise<{ command: string, env: Record<string, string>, root?: string }>}
 *   `root`: where it was unpacked, if it was
 * @throws {Unavailable} where there is neither the program nor apt
 */
export async function debianProgram({ program, debianPackage, packages, say }) {
  const installed = await findOnPath(program);
  if (installed) return { command: installed, env: {} };

  const root = join(packages, debianPackage);
  if (!(await exists(root))) await unpack({ debianPackage, root, say });

  const own = join(root, 'usr/sbin', program);
  const command = (await exists(own)) ? own : join(root, 'usr/bin', program);
  return { command, env: { LD_LIBRARY_PATH: await libraryPath(root) }, root };
}

/** The program's path, or undefined. */
export async function findOnPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, '/usr/sbin']) {
    const path = join(folder, program);
    if (await exists(path, constants.X_OK)) return path;
  }
  return undefined;
}

async function unpack({ debianPackage, root, say }) {
  for (const tool of ['apt-get', 'dpkg-deb']) {
    if (await findOnPath(tool)) continue;
    throw new Unavailable(`no ${tool} here to bring ${debianPackage}: install it yourself`);
  }

  say(`downloading the Debian package ${debianPackage}`);
  const draft = await draftOf(root);
  await mkdir(join(draft, 'archives'), { recursive: true });
  try {
    const chosen = await aptOptions(debianPackage, join(root, '..', 'apt'));
    const wanted = await missingPackages(debianPackage, chosen);
    await run('apt-get', [...chosen, 'download', ...wanted], { cwd: join(draft, 'archives') });
    for (const archive of await readdir(join(draft, 'archives'))) {
      await run('dpkg-deb', ['-x', join(draft, 'archives', archive), draft]);
    }
    await rm(join(draft, 'archives'), { recursive: true });
    await rename(draft, root);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(root)) return; // Another script was faster.
    throw new Unavailable(`${debianPackage} cannot be downloaded: ${firstComplaint(error)}`);
  }
}

let lists;

/** Looked up once: two packages at a time must not update the same lists. */
function aptOptions(debianPackage, apt) {
  lists ??= chooseLists(debianPackage, apt);
  return lists;
}

/** The system's package lists where they know the package, else lists of our own: no root needed. */
async function chooseLists(debianPackage, apt) {
  const unsandboxed = ['-o', 'APT::Sandbox::User=root'];
  if (await isKnown(debianPackage, unsandboxed)) return unsandboxed;

  await mkdir(join(apt, 'lists/partial'), { recursive: true });
  await mkdir(join(apt, 'cache/archives/partial'), { recursive: true });
  const options = [
    ...unsandboxed,
    ...['-o', `Dir::State::Lists=${join(apt, 'lists')}`],
    ...['-o', `Dir::Cache=${join(apt, 'cache')}`],
  ];
  if (!(await isKnown(debianPackage, options))) await run('apt-get', [...options, 'update', '-qq']);
  return options;
}

async function isKnown(debianPackage, options) {
  const { stdout } = await run('apt-cache', [...options, 'policy', debianPackage]);
  return /Candidate: (?!\(none\))/.test(stdout);
}

/** What apt would install, with versions; packages that it would only upgrade are left alone. */
async function missingPackages(debianPackage, options) {
  const words = [...options, '-s', 'install', '--no-install-recommends', debianPackage];
  const { stdout } = await run('apt-get', words, { env: { ...process.env, LC_ALL: 'C' } });
  return [...stdout.matchAll(/^Inst (\S+) \((\S+) /gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
}

/** The folders of the shared libraries: `usr/lib/x86_64-linux-gnu` and the like. */
async function libraryPath(root) {
  const folders = [];
  for (const base of ['usr/lib', 'lib']) {
    const names = await readdir(join(root, base)).catch(() => []);
    folders.push(...names.filter((name) => name.includes('-linux-')).map((n) => join(base, n)));
  }
  return folders.map((folder) => join(root, folder)).join(':');
}

function firstComplaint(error) {
  const lines = String(error.stderr || error.message).split('\n');
  return lines.find((line) => /^(E:|W:)/.test(line)) ?? lines[0];
}

async function exists(path, mode = constants.F_OK) {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
