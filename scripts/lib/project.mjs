import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * @typedef {object} Service
 * @property {string} name the app's folder below apps/
 * @property {string} portVariable environment variable that overrides the port
 * @property {number} port default port
 * @property {boolean} database whether it gets a PostgreSQL database of its own
 * @property {string} engine what stands in the start table
 */

/** @type {readonly Service[]} */
export const services = JSON.parse(
  readFileSync(join(projectDir, 'scripts', 'lib', 'services.json'), 'utf8'),
);

/**
 * How Node runs a service, in images too (docker/Dockerfile): ADR 19 says why.
 *
 * @type {readonly string[]}
 */
export const nodeFlags = JSON.parse(
  readFileSync(join(projectDir, 'scripts', 'lib', 'node-flags.json'), 'utf8'),
);

/** An expected failure: its message is all that the user needs, so it is printed without a stack. */
export class StartError extends Error {
  /** @param {string} message @param {ErrorOptions & { exitCode?: number }} [options] 2 for a setting that is no good */
  constructor(message, { exitCode = 1, ...options } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Reads a port from a flag or an environment variable.
 *
 * @param {string} name what to name in the error: the variable or the flag
 * @param {string | undefined} text
 * @param {number} fallback
 * @throws {StartError} when it is no number from 1 to 65535
 */
export function parsePort(name, text, fallback) {
  if (text === undefined || text === '') return fallback;

  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new StartError(`${name}: "${text}" is no port. Give a number from 1 to 65535.`);
  }
  return port;
}

/** @param {NodeJS.ProcessEnv} env @returns {Record<string, number>} the port of each service */
export function servicePorts(env) {
  return Object.fromEntries(
    services.map(({ name, portVariable, port }) => [
      name,
      parsePort(portVariable, env[portVariable], port),
    ]),
  );
}
