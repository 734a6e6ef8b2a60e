import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

import { pinnedEnvironment } from '../pinned.mjs';
import { say, seconds, sleep } from '../progress.mjs';
import { projectDir } from '../project.mjs';

/** No step takes this long; a test that left something open would hang forever. */
const DEADLINE_MS = 15 * 60_000;

/**
 * Runs commands one after the other, each as one step: a line when it begins, a line with its
 * duration when it ends, and its output only when it failed.
 */
export class Steps {
  #child;
  #env;
  isStopped = false;

  /** @param {Record<string, string>} env what the commands get besides this process's environment */
  constructor(env) {
    this.#env = { ...pinnedEnvironment(), ...env };
  }

  /**
   * @param {string} name
   * @param {string[]} argv
   * @returns {Promise<boolean>} whether it ended with exit code 0
   */
  async run(name, argv) {
    if (this.isStopped) return false;

    const startMs = performance.now();
    say(`${name} ...`);
    const { isOk, output } = await this.#capture(argv);
    if (!isOk) say(stripVTControlCharacters(output).trimEnd());
    say(`${name}: ${isOk ? 'ok' : 'FAILED'} in ${seconds(performance.now() - startMs)}`);
    return isOk;
  }

  /** Ends the running command; no other one is begun. */
  stop() {
    this.isStopped = true;
    this.#child?.kill('SIGTERM');
  }

  #capture([command, ...args]) {
    const child = spawn(command, args, {
      cwd: projectDir,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;

    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      // Not 'close': what a test left running may hold the pipe open.
      child.once('exit', async (code) => {
        clearTimeout(deadline);
        await sleep(100);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ isOk: code === 0, output });
      });
    });
  }
}
