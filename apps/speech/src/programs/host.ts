import { Worker } from 'node:worker_threads';
import type { FromProgram } from './messages.js';

/**
 * Main program of a child process: runs the program whose file stands on the command line in a thread and passes messages. The
 * thread may block, and the process may be ended by what it loads, at any time.
 */
const [program = ''] = process.argv.slice(2);
const abort = new Int32Array(new SharedArrayBuffer(4));
const thread = new Worker(new URL(program, import.meta.url), { workerData: { abort } });

process.on('message', (message: { readonly type: string }) => {
  if (message.type === 'abort') {
    Atomics.store(abort, 0, 1);
    return;
  }
  Atomics.store(abort, 0, 0);
  thread.postMessage(message);
});
let before = process.cpuUsage();
thread.on('message', (message: FromProgram<unknown>) => {
  if (message.type === 'ready' || message.type === 'part') {
    process.send?.(message);
    return;
  }
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  process.send?.({ ...message, cpuSeconds: (user + system) / 1_000_000 });
});
thread.on('error', (error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(70);
});
thread.on('exit', () => process.exit(70));
// A thread that is busy cannot be asked: what takes more memory than it may ends, and is replaced.
const maxBytes = Number(process.env['MAX_MEMORY_MIB'] ?? 0) * 1024 * 1024;
if (maxBytes > 0) {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(71);
  }, 50);
}
// The parent is gone: nobody waits for the rest.
process.on('disconnect', () => process.exit(0));
