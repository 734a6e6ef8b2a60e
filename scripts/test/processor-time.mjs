import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { testData } from './servers.mjs';

const TICK_MS = 10; // of /proc, on every Linux
const yardstick = fileURLToPath(new URL('yardstick.mjs', import.meta.url));

/** A line for each whole run. */
const kept = join(testData, 'processor-time.jsonl');

/**
 * @typedef {object} Measured
 * @property {number} runMs what the run took of the processors: by itself and by what it has started and seen end
 * @property {number[]} yardstickMs what a fixed piece of work took of one, before and after
 */

/**
 * Measures a run beside a fixed piece of work: machines differ fourfold, and the same one at different hours.
 *
 * @returns {Promise<{ end: () => Promise<Measured | undefined> }>} nothing where there is no /proc
 */
export async function beginMeasuring() {
  const before = await measureYardstick();
  const sinceMs = usedMs();
  return {
    end: async () => {
      const untilMs = usedMs();
      if (sinceMs === undefined || untilMs === undefined) return undefined;
      return { runMs: untilMs - sinceMs, yardstickMs: [before, await measureYardstick()] };
    },
  };
}

/** @returns {Promise<number>} */
async function measureYardstick() {
  const { stdout } = await promisify(execFile)(process.execPath, [yardstick]);
  return JSON.parse(stdout).ms;
}

/** CPU time of this process and of those that it, or what it has started, has waited for. */
function usedMs() {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  } catch {
    return undefined; // not on Linux
  }
}

/** @param {Measured} measured @returns {string} */
export function processorLine({ runMs, yardstickMs }) {
  const piece = mean(yardstickMs);
  const times = Math.round(runMs / piece);
  return (
    `Processor time: ${Math.round(runMs / 1000)} s, ${times} times a fixed piece of work ` +
    `(${(piece / 1000).toFixed(2)} s in this run).`
  );
}

/**
 * Keeps it beside that of former runs, and fails nothing.
 *
 * @param {Measured} measured @param {{ passed: number, wallMs: number }} run @param {string} [file]
 */
export function keepProcessorTime({ runMs, yardstickMs }, { passed, wallMs }, file = kept) {
  const times = Math.round(runMs / mean(yardstickMs));
  const line = { at: new Date().toISOString(), times, runMs, yardstickMs, wallMs, passed };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
