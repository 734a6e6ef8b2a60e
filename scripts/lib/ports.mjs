import { createServer } from 'node:net';

import { StartError } from './project.mjs';

/**
 * @typedef {(port: number, host: string) => Promise<string | undefined>} Probe answers the code of the error, if there is one
 */

/**
 * Checks that every port is free and given once, before anything is started.
 *
 * @param {{ name: string, port: number, variable: string }[]} wanted
 * @param {Probe} [probe]
 * @throws {StartError} naming every port that is taken or not allowed, and how to choose another
 */
export async function requireFreePorts(wanted, probe = listenOnce) {
  const problems = [];
  const owners = new Map();

  for (const { name, port, variable } of wanted) {
    const owner = owners.get(port);
    owners.set(port, name);
    if (owner !== undefined) {
      problems.push(`Port ${port} is given to both ${owner} and ${name}. Set ${variable}.`);
      continue;
    }
    const code = await obstacleOf(port, probe);
    if (code !== undefined) problems.push(describe({ name, port, variable }, code));
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

function describe({ name, port, variable }, code) {
  const what = `Port ${port} (${name})`;
  if (code === 'EADDRINUSE') return `${what} is taken by another program. Set ${variable}.`;
  return code === 'EACCES' && port < 1024
    ? `${what} needs root: choose 1024 or higher. Set ${variable}.`
    : `${what} cannot be listened on: ${code}. Set ${variable}.`;
}

/**
 * Whether nobody listens at `localhost`, by either of its addresses: clients try ::1 first, and would
 * meet another program there.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isFree = async (port) => (await obstacleOf(port, listenOnce)) === undefined;

/** @param {number} port @param {Probe} probe */
async function obstacleOf(port, probe) {
  const [ipv4, ipv6] = [await probe(port, '127.0.0.1'), await probe(port, '::1')];
  // Without IPv6 the other one fails with EADDRNOTAVAIL or EAFNOSUPPORT.
  return ipv4 ?? (ipv6 === 'EADDRINUSE' ? ipv6 : undefined);
}

/** @type {Probe} */
function listenOnce(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', ({ code }) => resolve(code))
      .listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
