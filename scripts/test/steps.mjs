import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

import { endsWithThis } from '../lib/npm.mjs';
import { pinnedEnvironment } from '../lib/pinned.mjs';
import { descendantsOf, runningCommand, signal, stopProcess } from '../lib/processes.mjs';
import { say, seconds, sleep } from '../lib/progress.mjs';
import { projectDir } from '../lib/project.mjs';

/** No step takes this long; a test that left something open would hang forever. */
const DEADLINE_MS = 60 * 60_000;
/** Longer than npm start takes to stop a stack, which a test may have started. */
const GRACE_MS = 20_000;

/** Of what fills the time in which the tests wait. */
const LOW_PRIORITY = 10;

/**
 * Runs commands, each as one step: a line when it begins, a line with its duration when it ends, and
 * its output only when it failed.
 */
export class Steps {
  #running = new Set();
  #env;
  #deadlineMs;
  #graceMs;
  isStopped = false;
  /** @type {{ name: string, ms: number }[]} in the order in which they ended */
  durations = [];

  /**
   * @param {Record<string, string>} env what the commands get besides this process's environment
   * @param {{ deadlineMs?: number, graceMs?: number }} [limits]
   */
  constructor(env, { deadlineMs = DEADLINE_MS, graceMs = GRACE_MS } = {}) {
    this.#env = { ...pinnedEnvironment(), ...env };
    this.#deadlineMs = deadlineMs;
    this.#graceMs = graceMs;
  }

  /** @param {Record<string, string>} env what the next commands get as well */
  addEnvironment(env) {
    this.#env = { ...this.#env, ...env };
  }

  /**
   * @param {string} name
   * @param {string[]} argv
   * @param {{ isPatient?: boolean, isTold?: boolean }} [options] a patient one takes the time that others
   *   leave; of one that is told the output is shown when it is well too
   * @returns {Promise<boolean>} whether it ended with exit code 0
   */
  async run(name, argv, { isPatient = false, isTold = false } = {}) {
    if (this.isStopped) return false;

    const startMs = performance.now();
    say(`${name} ...`);
    const { isOk, output } = await this.#capture(argv, isPatient);
    const ms = performance.now() - startMs;
    this.durations.push({ name, ms });
    if (!isOk || isTold) say(stripVTControlCharacters(output).trimEnd());
    say(`${name}: ${isOk ? 'ok' : 'FAILED'} in ${seconds(ms)}`);
    return isOk;
  }

  /** Ends the running commands with everything that they started; no other one is begun. */
  stop() {
    this.isStopped = true;
    for (const run of this.#running) this.#end(run);
  }

  #end(run) {
    run.ending ??= stopTree(run.child.pid, this.#graceMs);
  }

  #capture(argv, isPatient) {
    // By its own: a `kill -9` of this process would leave Jest and its workers running for minutes.
    const [node, ...words] = endsWithThis(argv);
    const child = spawn(node, words, {
      cwd: projectDir,
      env: this.#env,
      detached: true, // Ctrl-C reaches this process alone, which ends it
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (isPatient && child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
    const run = { child };
    this.#running.add(run);

    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const deadline = setTimeout(() => this.#end(run), this.#deadlineMs);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      // Not 'close': what a test left running may hold the pipe open.
      child.once('exit', async (code) => {
        clearTimeout(deadline);
        this.#running.delete(run);
        await Promise.all([run.ending, sleep(100)]);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ isOk: code === 0, output });
      });
    });
  }
}

/**
 * What runs the command would kill it at the first signal: it is asked last. Some of what the command has started leads
 * process groups of its own, as the stacks do that npm start brings up.
 */
async function stopTree(pid, graceMs) {
  const runner = { pid, command: runningCommand(pid) };
  const [leader, ...started] = descendantsOf(pid);

  if (leader !== undefined) {
    signal(-leader.pid, 'SIGTERM');
    await Promise.all(started.map((child) => stopProcess(child, graceMs)));
    await stopProcess(leader, graceMs);
    signal(-leader.pid, 'SIGKILL');
  }
  await stopProcess(runner, graceMs);
}
