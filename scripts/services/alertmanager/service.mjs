import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { debianProgram } from '../debian.mjs';

/** Notifies nobody. Tests replace the file and `POST /-/reload`. */
const quietConfiguration = `route:
  receiver: nobody
receivers:
  - name: nobody
`;

/** @type {import('../catalogue.mjs').Service} */
export default {
  name: 'alertmanager',
  field: 'url',
  addressVariable: 'ALERTMANAGER_URL',
  portVariable: 'ALERTMANAGER_PORT',
  ports: 1,
  address: (port) => `http://127.0.0.1:${port}`,

  container: () => ({
    image: 'prom/alertmanager:v0.28.1',
    containerPort: 9093,
    folder: '/alertmanager',
  }),

  async program({ folder, packages, port, say }) {
    const { command, env, root } = await debianProgram({
      program: 'prometheus-alertmanager',
      debianPackage: 'prometheus-alertmanager',
      packages,
      say,
    });
    await mkdir(join(folder, 'storage'), { recursive: true });
    const configuration = join(folder, 'alertmanager.yml');
    if (!(await exists(configuration))) await writeFile(configuration, quietConfiguration);

    const args = [
      `--config.file=${configuration}`,
      `--storage.path=${join(folder, 'storage')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=', // Alone: no gossip port.
    ];
    if (root === undefined) return { command, env, args };
    return { command: await relocated(command), env, args, cwd: join(root, 'usr') };
  },

  async answers(address) {
    const response = await fetch(`${address.replace(/\/$/, '')}/-/ready`, {
      signal: AbortSignal.timeout(2_000),
    });
    return response.ok;
  },
};

/**
 * Debian's build opens its templates under a fixed absolute path, which exists only where the
 * package is installed. A copy of the unpacked program gets a path of the same length that is
 * relative to its working directory, the package's `usr`.
 */
async function relocated(program) {
  const copy = `${program}-relocated`;
  if (await exists(copy)) return copy;

  const original = await readFile(program, 'latin1');
  const moved = original.replaceAll(
    '/usr/share/prometheus/alertmanager',
    '././/share/prometheus/alertmanager',
  );
  await writeFile(`${copy}.${process.pid}`, moved, { encoding: 'latin1', mode: 0o755 });
  await rename(`${copy}.${process.pid}`, copy);
  return copy;
}

async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
