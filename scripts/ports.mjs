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

/** @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
