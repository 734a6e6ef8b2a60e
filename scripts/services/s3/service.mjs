import { mkdir } from 'node:fs/promises';

import { goProgram } from '../go.mjs';

const VERSION = 'v1.8.0';
/** For tests only: nobody else reaches the loopback interface. */
const CREDENTIALS = { ROOT_ACCESS_KEY: 'sextant', ROOT_SECRET_KEY: 'sextant-development' };

/**
 * versitygw: an S3 server that keeps objects as files, and checks signatures as S3 does.
 *
 * @type {import('../catalogue.mjs').Service}
 */
export default {
  name: 's3',
  takesMinutes: true,
  field: 'url',
  addressVariable: 'S3_TEST_URL',
  portVariable: 'S3_PORT',
  ports: 1,
  address: (port) =>
    `http://${CREDENTIALS.ROOT_ACCESS_KEY}:${CREDENTIALS.ROOT_SECRET_KEY}@127.0.0.1:${port}`,

  container: () => ({
    image: `versity/versitygw:${VERSION}`,
    containerPort: 7070,
    folder: '/data',
    env: CREDENTIALS,
    command: ['--port', ':7070', 'posix', '/data'],
  }),

  async prepare({ packages, say, signal }) {
    await installed(packages, say, signal);
  },

  async program({ folder, packages, port, say }) {
    const command = await installed(packages, say);
    await mkdir(folder, { recursive: true });
    return { command, env: CREDENTIALS, args: ['--port', `127.0.0.1:${port}`, 'posix', folder] };
  },

  /** Whoever asks without a signature is refused: that is an answer. */
  async answers(address) {
    const response = await fetch(new URL(address).origin, { signal: AbortSignal.timeout(2_000) });
    return response.status < 500;
  },
};

const installed = (packages, say, signal) =>
  goProgram({
    module: 'github.com/versity/versitygw/cmd/versitygw',
    version: VERSION,
    otherwise: 'with Docker, or S3_TEST_URL, none is needed',
    packages,
    signal,
    say: (line) => say(`s3: ${line}`),
  });
