import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { findOnPath } from '../debian.mjs';
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

  async prepare({ packages, say }) {
    await installed(programFolder(packages), say);
  },

  async program({ folder, packages, port, say }) {
    const command = await installed(programFolder(packages), say);
    await mkdir(folder, { recursive: true });
    return { command, env: CREDENTIALS, args: ['--port', `127.0.0.1:${port}`, 'posix', folder] };
  },

  /** Whoever asks without a signature is refused: that is an answer. */
  async answers(address) {
    const response = await fetch(new URL(address).origin, { signal: AbortSignal.timeout(2_000) });
    return response.status < 500;
  },
};

const programFolder = (packages) => join(packages, 'versitygw', VERSION);

/** Where installers put Go without putting it on the PATH. */
const GO_FOLDERS = ['/usr/local/go/bin', '/usr/lib/go/bin', '/opt/homebrew/bin'];

/**
 * Built once with Go, from the module proxy. What Go keeps lies beside it, since a build machine may have no home,
 * and only the program stays.
 */
async function installed(folder, say) {
  const program = join(folder, 'versitygw');
  if (await isThere(program)) return program;
  const go = await findGo();
  say('s3: building versitygw with Go, once; it takes about two minutes');
  const draft = `${folder}.draft-${process.pid}`;
  const module = `github.com/versity/versitygw/cmd/versitygw@${VERSION}`;
  try {
    await mkdir(draft, { recursive: true });
    await promisify(execFile)(go, ['install', '-modcacherw', module], {
      env: {
        ...process.env,
        GOBIN: join(draft, 'bin'),
        GOPATH: join(draft, 'path'),
        GOCACHE: join(draft, 'cache'),
      },
      timeout: 900_000,
    });
    await mkdir(folder, { recursive: true });
    await rename(join(draft, 'bin', 'versitygw'), program);
  } catch (error) {
    throw new Unavailable(`versitygw cannot be built: ${error.message.split('\n', 3).join(' ')}`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return program;
}

async function findGo() {
  const onPath = await findOnPath('go');
  if (onPath !== undefined) return onPath;
  for (const folder of GO_FOLDERS) {
    if (await isThere(join(folder, 'go'))) return join(folder, 'go');
  }
  throw new Unavailable('neither Docker nor Go is here to bring versitygw; set S3_TEST_URL', {
    isExcused: true,
  });
}

const isThere = (file) =>
  access(file).then(
    () => true,
    () => false,
  );
