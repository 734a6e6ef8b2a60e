import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseAllDocuments } from 'yaml';

import { projectDir } from '../lib/project.mjs';

const K8S = join(projectDir, 'k8s', 'base');

/** @typedef {{ container: object, graceSeconds: number, requestMib: number, limitMib: number, writable: string[] }} Pod */

/**
 * What the manifest of a service says of its pod.
 *
 * @param {string} service
 * @returns {Pod}
 */
export function podOf(service) {
  const { spec } = documents(`${service}.yaml`).find(({ kind }) =>
    /^(Deployment|StatefulSet)$/.test(kind),
  ).spec.template;
  const [container] = spec.containers;
  const mounts = container.volumeMounts ?? [];
  return {
    container,
    graceSeconds: spec.terminationGracePeriodSeconds,
    requestMib: mebibytes(container.resources.requests.memory),
    limitMib: mebibytes(container.resources.limits.memory),
    writable: mounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath),
  };
}

const documents = (file) =>
  parseAllDocuments(readFileSync(join(K8S, file), 'utf8')).map((document) => document.toJS());

const mebibytes = (quantity) => parseFloat(quantity) * (quantity.endsWith('Gi') ? 1024 : 1);

/**
 * The variables of the manifest. Keys of Secrets that are no option must be given.
 *
 * @param {Pod} pod
 * @param {Record<string, string>} given
 * @returns {Record<string, string>}
 */
export function environmentOf({ container }, given) {
  const [{ data }] = documents('config.yaml');
  const known = { ...given };
  for (const { name, value, valueFrom } of container.env) {
    if (name in known) continue;
    const config = valueFrom?.configMapKeyRef?.key;
    const found = value ?? (config === undefined ? undefined : data[config]);
    if (found !== undefined) known[name] = found;
    else if (valueFrom?.secretKeyRef?.optional !== true) throw new Error(`nothing gives ${name}`);
  }
  return known;
}

/** In a mount namespace of its own: a root that nobody can write, and the volumes of the manifest. */
const START = `
set -e
root=$1; folder=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
for place in $WRITABLE; do mount -t tmpfs -o uid=1000,gid=1000,nosuid,nodev tmpfs "$root$place"; done
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
unset WRITABLE
exec chroot "$root" setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs \\
  --bounding-set=-all --inh-caps=-all env --chdir="$folder" "$@"
`;

/**
 * Starts the program of an image as the manifest wants it: user 1000 without capabilities, a root that is read-only, and
 * writable what the manifest mounts so.
 *
 * @param {{ root: string, config: object, writable: string[], env: Record<string, string>,
 *   files: Record<string, string> }} image `config` is that of the image, `files` are mounted ones
 * @returns {{ child: import('node:child_process').ChildProcess, output(): string }}
 */
export function startPod({ root, config, writable, env, files }) {
  for (const place of ['/proc', '/dev', ...writable])
    mkdirSync(join(root, place), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: 0o440 });
    chownSync(join(root, path), 1000, 1000);
  }
  const variables = [
    'PATH=/usr/local/bin:/usr/bin:/bin',
    ...(config.Env ?? []),
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  const child = spawn(
    'unshare',
    [
      ...['--mount', 'sh', '-c', START, 'start', root, config.WorkingDir],
      ...['-i', ...variables, ...config.Cmd],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, WRITABLE: writable.join(' ') },
    },
  );
  let said = '';
  const keep = (chunk) => (said = (said + chunk).slice(-200_000));
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  return { child, output: () => said };
}
