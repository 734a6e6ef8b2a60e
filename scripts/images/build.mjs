import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDir, StartError } from '../lib/project.mjs';
import { ensureBases } from './base.mjs';
import { hasImage, IMAGE_PREFIX, run, runs } from './buildah.mjs';

/** Packages of Debian that hold a service's default engines. */
const DEBIAN_PACKAGES = {
  translate: 'apertium apertium-eng-spa apertium-es-pt',
};

const DOCKERFILE = join('docker', 'Dockerfile');

/**
 * Builds with Docker where its daemon answers, else with buildah, as root, without any daemon.
 *
 * @returns {{ name: string, prepare(): void, build(service: string): string, bytes(image: string): number,
 *   forget(image: string): void, close(isKept: boolean): void }}
 * @throws {StartError} where there is neither
 */
export function chooseEngine() {
  if (runs('docker', ['info'])) return docker();
  if (!runs('buildah')) {
    throw new StartError(
      'Neither Docker nor buildah is here. On Debian: apt-get install buildah debootstrap.',
    );
  }
  if (process.getuid() !== 0) throw new StartError('buildah needs root here; Docker would not.');
  return buildah();
}

function docker() {
  return {
    name: 'docker',
    prepare: () => undefined,
    build(service) {
      const image = `sextant/${service}:${versionOf(service)}`; // as the manifests name it
      run('docker', ['build', '-f', DOCKERFILE, ...args(service), '-t', image, '.'], {
        cwd: projectDir,
      });
      return image;
    },
    bytes: (image) => Number(run('docker', ['image', 'inspect', '-f', '{{.Size}}', image])),
    forget: () => undefined,
    close: () => undefined,
  };
}

/** Layers may be whole copies (driver vfs): no stage is kept but the packages, which all services share. */
function buildah() {
  const packages = `${IMAGE_PREFIX}/packages:${hashOf('package-lock.json', DOCKERFILE)}`;
  let bases = { base: '', runtime: '' };
  const build = (image, more) => {
    const options = ['build', '--layers=false', '--format', 'docker', '--pull-never', '--quiet'];
    const files = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
    const limit = files === 'unlimited' ? [] : ['--ulimit', `nofile=${files}:${files}`];
    const stages = ['--build-arg', `BASE=${bases.base}`, '--build-arg', `RUNTIME=${bases.runtime}`];
    const context = [...stages, '-f', DOCKERFILE, ...more, ...authority()];
    run('buildah', [...options, ...limit, ...context, '-t', image, '.'], { cwd: projectDir });
    // Of stages.
    run('buildah', ['rmi', '--prune', '--force']);
    return image;
  };
  return {
    name: 'buildah',
    prepare() {
      bases = ensureBases();
      if (!hasImage(packages)) build(packages, ['--target', 'packages']);
    },
    build: (service) =>
      build(`${IMAGE_PREFIX}/${service}`, [
        ...args(service),
        '--build-arg',
        `PACKAGES=${packages}`,
      ]),
    bytes: (image) => sizeOf(image),
    forget: (image) => run('buildah', ['rmi', '--force', image]),
    close: (isKept) => {
      if (!isKept && hasImage(packages)) run('buildah', ['rmi', '--force', packages]);
    },
  };
}

const versionOf = (service) =>
  JSON.parse(readFileSync(join(projectDir, 'apps', service, 'package.json'), 'utf8')).version;

/** While these are as they were, so are the packages. */
function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(projectDir, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Where a proxy signs with an authority of its own, npm must know it. */
function authority() {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  return file && existsSync(file) ? ['--secret', `id=ca,src=${file}`] : [];
}

function args(service) {
  const git = (words) => execFileSync('git', words, { cwd: projectDir, encoding: 'utf8' }).trim();
  const values = {
    SERVICE: service,
    DEBIAN_PACKAGES: DEBIAN_PACKAGES[service] ?? '',
    VERSION: git(['describe', '--always', '--dirty']),
    REVISION: git(['rev-parse', 'HEAD']),
    CREATED: new Date().toISOString(),
  };
  return Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
}

/** The sum of all files, uncompressed, those of the base with them. */
function sizeOf(image) {
  const images = JSON.parse(run('buildah', ['images', '--json']));
  const found = images.find(({ names }) => names?.some((name) => name === `${image}:latest`));
  const container = run('buildah', ['from', '--pull-never', found.id]).trim();
  try {
    const root = run('buildah', ['mount', container]).trim();
    return Number(run('du', ['--summarize', '--bytes', root]).split('\t')[0]);
  } finally {
    run('buildah', ['umount', container]);
    run('buildah', ['rm', container]);
  }
}
