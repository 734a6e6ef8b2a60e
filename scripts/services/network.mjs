import { createHash } from 'node:crypto';
import { connect } from 'node:net';

import { isFree } from '../lib/ports.mjs';

/** Where the servers of this machine listen unless told otherwise: below the ports that systems hand out. */
const range = { first: 26000, size: 1000 };

/**
 * Finds neighbouring free ports on 127.0.0.1. Each folder begins at another place of the range, so
 * that two clones rarely look at the same port at the same moment.
 * @param {{ count: number, folder: string, preferred?: number, taken: Set<number> }} wish
 *   `preferred` is tried first, `taken` are promised to others
 * @returns {Promise<number>} the first port of the block
 */
export async function findFreePorts({ count, folder, preferred, taken }) {
  const hash = createHash('sha256').update(folder).digest().readUInt32BE(0);
  const candidates = Array.from(
    { length: range.size },
    (_, index) => range.first + ((hash + index) % range.size),
  );
  if (preferred !== undefined) candidates.unshift(preferred);

  for (const first of candidates) {
    const block = Array.from({ length: count }, (_, index) => first + index);
    if (block.some((port) => taken.has(port))) continue;
    // Promised before looking: another service looks at the same time.
    for (const port of block) taken.add(port);
    if ((await Promise.all(block.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`no free port between ${range.first} and ${range.first + range.size - 1}`);
}

/**
 * Sends bytes and returns the first bytes of the answer.
 * @param {{ host: string, port: number, request?: Buffer | string }} call without a request, a
 *   connection alone is the answer
 * @returns {Promise<Buffer>}
 * @throws when nobody listens, or nothing comes within 2 seconds
 */
export function exchange({ host, port, request }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const settle = (action, outcome) => {
      socket.destroy();
      action(outcome);
    };
    socket.setTimeout(2_000, () =>
      settle(reject, new Error(`${host}:${port} does not answer within 2 s`)),
    );
    socket.once('error', (error) => settle(reject, error));
    socket.once('close', () => reject(new Error(`${host}:${port} closed the connection`)));
    socket.once('data', (answer) => settle(resolve, answer));
    socket.once('connect', () => {
      if (request === undefined) settle(resolve, Buffer.alloc(0));
      else socket.write(request);
    });
  });
}

/** Host and port of `host:port`, or of a URL with or without credentials and path. */
export function hostAndPort(address, defaultPort) {
  const authority = address.replace(/^[a-z+]+:\/\//i, '').replace(/[/?].*$/, '');
  const first = authority.slice(authority.lastIndexOf('@') + 1).split(',')[0];
  const { hostname, port } = new URL(`tcp://${first}`);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? defaultPort : Number(port),
  };
}

/** The address without its password, fit for a terminal. */
export function withoutPassword(address) {
  return address.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@');
}
