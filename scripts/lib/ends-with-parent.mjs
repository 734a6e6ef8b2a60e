import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a command for as long as a process lives that has started this one: a `kill -9` of that one, or a signal to this one,
 * ends the command with everything that it has started in its process group. Nothing is left for it to finish.
 *
 *   node scripts/lib/ends-with-parent.mjs PARENT COMMAND [ARGUMENTS]
 */
const [parent, command, ...args] = process.argv.slice(2);
const POLL_MS = 100;
const isWindows = process.platform === 'win32';
const signalCode = (name) => 128 + constants.signals[name];

// Before the command begins: a signal that came in between would end this process alone.
for (const name of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) {
  process.on(name, () => end(signalCode(name)));
}

const child = spawn(command, args, { stdio: 'inherit', shell: isWindows, detached: !isWindows });
child.once('error', ({ message }) => {
  console.error(`${command} cannot be run: ${message}`);
  process.exit(127);
});
child.once('exit', (code, signal) => process.exit(code ?? signalCode(signal)));

function end(code) {
  try {
    process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has just ended, or never begun.
  }
  process.exit(code);
}

setInterval(() => {
  if (process.ppid !== Number(parent)) end(1);
}, POLL_MS);
