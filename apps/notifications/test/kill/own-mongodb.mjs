// A MongoDB server of its own in the folder that is given, for tests that kill it.
// Usage: own-mongodb.mjs up|kill|down FOLDER; "up" prints its address as JSON and leaves it running.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isRunning, waitUntil } from '../../../../scripts/lib/processes.mjs';
import { projectDir } from '../../../../scripts/lib/project.mjs';
import { down, up } from '../../../../scripts/services/lifecycle.mjs';
import { readRunState } from '../../../../scripts/services/run-state.mjs';

// Not the server that others use.
delete process.env.MONGODB_URI;

const [command, data] = process.argv.slice(2);
const packages = join(projectDir, '.data', 'services', 'packages');
const choice = { names: ['mongodb'], data, packages };
const commands = { up: bringUp, kill, down: () => down(choice) };
await commands[command]();

async function bringUp() {
  const { mongodb, missing } = await up(choice);
  if (mongodb === undefined) throw new Error(missing.mongodb);
  process.stdout.write(`${JSON.stringify(mongodb)}\n`);
}

async function kill() {
  const { mongodb } = readRunState(join(data, 'services'));
  if (mongodb.how === 'docker') execFileSync('docker', ['kill', mongodb.container]);
  else {
    process.kill(mongodb.pid, 'SIGKILL');
    await waitUntil(() => !isRunning(mongodb), 5000);
  }
}
