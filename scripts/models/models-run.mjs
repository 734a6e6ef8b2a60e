import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { pinnedEnvironment } from '../lib/pinned.mjs';
import { projectDir } from '../lib/project.mjs';

const nx = join(projectDir, 'node_modules', '.bin', 'nx');
execFileSync(process.execPath, [nx, 'run', 'platform-models:build'], {
  cwd: projectDir,
  env: { ...pinnedEnvironment(), NX_DAEMON: 'false' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const { modelsCommand } = await import('../../libs/platform/models/dist/index.js');
process.exitCode = await modelsCommand(process.argv.slice(2), {
  env: { MODELS_DIR: join(projectDir, '.data', 'models'), ...process.env },
  out: process.stdout,
  err: process.stderr,
});
