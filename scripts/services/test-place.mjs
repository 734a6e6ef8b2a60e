import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isFree } from '../lib/ports.mjs';
import { isRunning, waitUntil } from '../lib/processes.mjs';
import { projectDir } from '../lib/project.mjs';
import { down, status, up } from './lifecycle.mjs';
import { readRunState } from './run-state.mjs';

/**
 * One service in a data folder of its own, for tests. Downloads are shared with the workspace.
 * @param {string} name
 * @param {string} addressVariable is emptied, so that a server of the environment is not met
 */
export function testPlace(name, addressVariable) {
  delete process.env[addressVariable];
  const data = mkdtempSync(join(tmpdir(), `sextant-${name}-`));
  const packages = join(projectDir, '.data', 'services', 'packages');
  const choice = { names: [name], data, packages };
  const entry = () => readRunState(join(data, 'services'))[name];

  return {
    data,
    entry,
    up: () => up(choice),
    down: () => down(choice),
    state: async () => (await status(choice))[0],
    kill: async () => {
      const killed = entry();
      process.kill(killed.pid, 'SIGKILL');
      await waitUntil(async () => !isRunning(killed) && isFree(killed.port), 5_000);
    },
    /** Whether nothing of it runs or listens any more. */
    isGone: async (former) => !isRunning(former) && (await isFree(former.port)),
    remove: async () => {
      await down(choice);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
