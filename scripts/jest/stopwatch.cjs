const { appendFileSync, readFileSync } = require('node:fs');

const TICK_MS = 10; // of /proc, on every Linux
/** Cases may move the clock of this process. */
const wallMs = performance.now.bind(performance);

/** Where a test file's time goes, one line of JSON per file in the file that SEXTANT_TEST_TIMES names. */
exports.Stopwatch = class Stopwatch {
  #file;
  #parts = {};
  #part = 'load';
  #since = now();

  /** @param {string} file the test file */
  constructor(file) {
    this.#file = file;
  }

  /** @param {{ name: string }} event of jest-circus */
  hear({ name }) {
    if (name === 'run_start') this.#begin('rest');
    if (name === 'hook_start') this.#begin('hooks');
    if (name === 'test_fn_start') this.#begin('cases');
    if (/^(hook|test_fn)_(success|failure)$/.test(name)) this.#begin('rest');
  }

  write() {
    this.#begin('rest');
    const target = process.env.SEXTANT_TEST_TIMES;
    if (!target) return;
    const line = { file: this.#file, worker: process.pid, parts: this.#parts };
    appendFileSync(target, `${JSON.stringify(line)}\n`);
  }

  #begin(part) {
    const [former, time] = [this.#since, now()];
    const sum = (this.#parts[this.#part] ??= { wallMs: 0, ownMs: 0, programsMs: 0 });
    for (const key of Object.keys(sum)) sum[key] += time[key] - former[key];
    this.#part = part;
    this.#since = time;
  }
};

function now() {
  const { user, system } = process.cpuUsage();
  return { wallMs: wallMs(), ownMs: (user + system) / 1000, programsMs: programsMs() };
}

/** CPU time of the programs that this process has started and that have ended. */
function programsMs() {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return 0; // not on Linux: they count as waiting
  }
}
