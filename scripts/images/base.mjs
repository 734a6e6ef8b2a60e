import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pinnedNode } from '../lib/bootstrap.mjs';
import { say } from '../lib/progress.mjs';
import { hasImage, IMAGE_PREFIX, run } from './buildah.mjs';

/** The npm that goes with the pinned Node. */
const NPM = '11.21.2';
const SUITE = 'bookworm';
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const MIRROR = 'http://deb.debian.org/debian';
/** What minimal images of Debian leave out; licences stay. */
const SLIM =
  'find usr/share/doc -mindepth 2 ! -name copyright ! -type d -delete; rm -rf usr/share/man/* usr/share/locale/* ' +
  'usr/share/info/* var/cache/apt/archives/*.deb var/lib/apt/lists/*';

/**
 * A base for machines that reach no registry of images: Debian by debootstrap, with the pinned Node, npm and the user
 * `node` (1000), where the Dockerfile names node:24-bookworm-slim. It stands in for that and is not that image.
 *
 * @returns {string} its name, with the version of Node
 */
export function ensureBase() {
  const version = run(pinnedNode, ['--version']).trim().slice(1);
  const name = `${IMAGE_PREFIX}/base:${SUITE}-node-${version}`;
  if (hasImage(name)) return name;

  const root = mkdtempSync(join(tmpdir(), 'sextant-base-'));
  try {
    say(`Making the base of Debian ${SUITE} with debootstrap`);
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', SUITE, root, MIRROR]);
    run('sh', ['-c', SLIM], { cwd: root });
    addNode(root);
    writeFileSync(
      join(root, 'etc/apt/sources.list'),
      `deb ${MIRROR} ${SUITE} main\ndeb ${MIRROR}-security ${SUITE}-security main\n`,
    );
    importRoot(root, name);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return name;
}

function addNode(root) {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(pinnedNode, join(root, 'usr/local/bin/node'), { dereference: true });
  run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), `npm@${NPM}`]);
  // As useradd, which asks for a running system in some containers.
  const add = (file, line) =>
    writeFileSync(join(root, file), `${readFileSync(join(root, file), 'utf8')}${line}\n`);
  add('etc/passwd', 'node:x:1000:1000::/home/node:/bin/sh');
  add('etc/group', 'node:x:1000:');
  run('install', ['-d', '-o', '1000', '-g', '1000', join(root, 'home/node')]);
}

function importRoot(root, name) {
  const container = run('buildah', ['from', 'scratch']).trim();
  try {
    run('buildah', ['add', '--quiet', container, root, '/']);
    run('buildah', ['config', '--env', PATH, container]);
    run('buildah', ['commit', '--quiet', container, name]);
  } finally {
    run('buildah', ['rm', container]);
  }
}
