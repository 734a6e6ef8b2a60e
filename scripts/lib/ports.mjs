import { createServer } from 'node:net';

import { StartError } from './project.mjs';

/**
 * Checks that every port is free and given once, before anything is started.
 *
 * @param {{ name: string, port: number, variable: string }[]} wanted
 * @throws {StartError} naming every port that is taken, and how to choose another
 */
export async function requireFreePorts(wanted) {
  const problems = [];
  const owners = new Map();

  for (const { name, port, variable } of wanted) {
    const owner = owners.get(port);
    owners.set(port, name);
    if (owner !== undefined) {
      problems.push(`Port ${port} is given to both ${owner} and ${name}. Set ${variable}.`);
    } else if (!(await isFree(port))) {
      problems.push(`Port ${port} (${name}) is taken by another program. Set ${variable}.`);
    }
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

/**
 * Whether nobody listens at `localhost`, by either of its addresses: clients try ::1 first, and would
 * meet another program there.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isFree(port) {
  const [ipv4, ipv6] = [await listenOnce(port, '127.0.0.1'), await listenOnce(port, '::1')];
  // Without IPv6 the other one fails with EADDRNOTAVAIL or EAFNOSUPPORT.
  return ipv4 === undefined && ipv6 !== 'EADDRINUSE';
}

/** @returns {Promise<string | undefined>} the code of the error, if there is one */
function listenOnce(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', ({ code }) => resolve(code))
      .listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
