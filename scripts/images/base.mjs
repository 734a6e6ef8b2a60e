import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
 * Bases for machines that reach no registry of images: Debian by debootstrap, where the Dockerfile names debian:bookworm-slim, and
 * the same with the pinned Node and npm, where it names node:24-bookworm-slim. They stand in for these and are not these images.
 *
 * @returns {{ base: string, runtime: string }} their names
 */
export function ensureBases() {
  const version = run(pinnedNode, ['--version']).trim().slice(1);
  const runtime = `${IMAGE_PREFIX}/runtime:${SUITE}`;
  const base = `${IMAGE_PREFIX}/base:${SUITE}-node-${version}`;
  if (hasImage(runtime) && hasImage(base)) return { base, runtime };

  const root = mkdtempSync(join(tmpdir(), 'sextant-base-'));
  try {
    say(`Making the base of Debian ${SUITE} with debootstrap`);
    run('debootstrap', ['--variant=minbase', SUITE, root, MIRROR]);
    run('sh', ['-c', SLIM], { cwd: root });
    writeFileSync(
      join(root, 'etc/apt/sources.list'),
      `deb ${MIRROR} ${SUITE} main\ndeb ${MIRROR}-security ${SUITE}-security main\n`,
    );
    importRoot(root, runtime);
    addNode(root);
    importRoot(root, base);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { base, runtime };
}

function addNode(root) {
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(pinnedNode, join(root, 'usr/local/bin/node'), { dereference: true });
  run('npm', ['install', '--global', '--prefix', join(root, 'usr/local'), `npm@${NPM}`]);
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
