import { mkdir } from 'node:fs/promises';

import { debianProgram } from '../debian.mjs';
import { exchange, hostAndPort } from '../network.mjs';

/** @type {import('../catalogue.mjs').Service} */
export default {
  name: 'redis',
  field: 'url',
  addressVariable: 'REDIS_URL',
  portVariable: 'REDIS_PORT',
  ports: 1,
  address: (port) => `redis://127.0.0.1:${port}`,

  container: () => ({
    image: 'redis:7.4.2-alpine',
    containerPort: 6379,
    folder: '/data',
    command: ['redis-server', '--appendonly', 'yes'],
  }),

  async program({ folder, packages, port, say }) {
    const { command, env } = await debianProgram({
      program: 'redis-server',
      debianPackage: 'redis-server',
      packages,
      say,
    });
    await mkdir(folder, { recursive: true });
    const settings = {
      bind: '127.0.0.1',
      port: String(port),
      dir: folder,
      appendonly: 'yes',
      'set-proc-title': 'no', // The command line is how the process is recognized later.
    };
    return { command, env, args: asOptions(settings) };
  },

  async answers(address) {
    const { host, port } = hostAndPort(address, 6379);
    // A server with TLS is not asked: that it listens must do.
    if (address.startsWith('rediss:')) return exchange({ host, port }).then(() => true);

    const answer = await exchange({ host, port, request: 'PING\r\n' });
    return /^(\+PONG|-NOAUTH)/.test(answer.toString('latin1'));
  },
};

function asOptions(settings) {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
