import { readdirSync } from 'node:fs';

/**
 * A server that npm cannot bring. To add one, write `scripts/services/<name>/service.mjs` with
 * this as its default export; nothing else has to be changed.
 *
 * @typedef {object} Service
 * @property {string} name
 * @property {boolean} [takesMinutes]  it is built here the first time, and tests need not wait for it before theirs
 * @property {'url' | 'brokers' | 'uri'} field  its key in the answer of `up --json`
 * @property {string} addressVariable  the environment variable that tests read; set by the user, it wins
 * @property {string} portVariable  fixes the port
 * @property {number} ports  how many neighbouring ports it needs
 * @property {(port: number) => string} address
 * @property {(port: number) => import('./docker.mjs').Container} container  for Docker
 * @property {(place: Pick<Place, 'packages' | 'say'> & { signal: AbortSignal }) => Promise<void>} [prepare]
 *   builds the program, where that takes minutes; throws as `program` does
 * @property {(place: Place) => Promise<Program>} program
 *   brings the program and writes its configuration; throws Unavailable with the reason
 * @property {(address: string) => Promise<boolean>} answers
 *   speaks its protocol; a refused connection may be thrown
 *
 * @typedef {{ folder: string, packages: string, port: number, say: (line: string) => void }} Place
 *   `folder` holds its data, `packages` what was downloaded
 * @typedef {{ command: string, args: string[], env?: Record<string, string>, cwd?: string }} Program
 */

/** @returns {Promise<Service[]>} every `<name>/service.mjs` beside this file, by name */
export async function loadServices() {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const modules = await Promise.all(folders.map((name) => import(`./${name}/service.mjs`)));
  return modules.map((module) => module.default);
}
