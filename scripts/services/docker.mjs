import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';

import { Unavailable } from './unavailable.mjs';

/**
 * How a server runs under Docker.
 * @typedef {{ image: string, folder: string, env?: Record<string, string>, command?: string[],
 *   containerPort: number }} Container `folder` is where the image keeps its data
 */

let engineRuns;

/** Whether a Docker engine answers; the client alone is not enough. Asked once. */
export function dockerRuns() {
  engineRuns ??= spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
  return engineRuns;
}

/** One container a data folder and service, so that two clones do not meet. */
export function containerName(folder, service) {
  const clone = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  return `sextant-${clone}-${service}`;
}

/**
 * The words of `docker run`. Data lives in a named volume and survives the container.
 * @param {{ name: string, port: number, container: Container }} server
 */
export function runArguments({ name, port, container }) {
  const variables = Object.entries(container.env ?? {});
  return [
    ...['run', '-d', '--rm', '--name', name],
    ...['-p', `127.0.0.1:${port}:${container.containerPort}`],
    ...['-v', `${name}:${container.folder}`],
    ...variables.flatMap(([key, value]) => ['-e', `${key}=${value}`]),
    container.image,
    ...(container.command ?? []),
  ];
}

/** Starts a container. A stopped left-over of the same name is removed before. */
export function startContainer(server) {
  docker('rm', '-f', server.name);
  const { status, stderr } = docker(...runArguments(server));
  if (status !== 0) throw new Unavailable(`docker run failed: ${stderr.trim()}`);
}

export function containerRuns(name) {
  const { status, stdout } = docker('inspect', '-f', '{{.State.Running}}', name);
  return status === 0 && stdout.trim() === 'true';
}

export function stopContainer(name) {
  docker('stop', name);
}

/** The last lines that a container wrote, for an error message. */
export function containerLog(name) {
  const { stdout, stderr } = docker('logs', '--tail', '8', name);
  return `${stdout}${stderr}`.trimEnd();
}

function docker(...args) {
  const { error, status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  if (error) return { status: -1, stdout: '', stderr: error.message };
  return { status, stdout, stderr };
}
