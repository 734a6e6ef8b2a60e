import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Unavailable } from '../unavailable.mjs';

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

  async program({ folder, packages, port, say }) {
    const command = await installed(join(packages, 'versitygw', VERSION), say);
    await mkdir(folder, { recursive: true });
    return { command, env: CREDENTIALS, args: ['--port', `127.0.0.1:${port}`, 'posix', folder] };
  },

  /** Whoever asks without a signature is refused: that is an answer. */
  async answers(address) {
    const response = await fetch(new URL(address).origin, { signal: AbortSignal.timeout(2_000) });
    return response.status < 500;
  },
};

/** Built once with Go, from the module proxy. */
async function installed(folder, say) {
  const program = join(folder, 'versitygw');
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  say('s3: building versitygw with Go, once; it takes about two minutes');
  await mkdir(folder, { recursive: true });
  const module = `github.com/versity/versitygw/cmd/versitygw@${VERSION}`;
  try {
    await promisify(execFile)('go', ['install', module], {
      env: { ...process.env, GOBIN: folder },
      timeout: 400_000,
    });
  } catch (error) {
    throw new Unavailable(
      error.code === 'ENOENT'
        ? 'neither Docker nor Go is here to bring versitygw; set S3_TEST_URL'
        : `versitygw cannot be built: ${error.message.split('\n', 1)[0]}`,
    );
  }
  return program;
}
