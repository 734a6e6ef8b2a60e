import { fstatSync, writeSync } from 'node:fs';

let print = isFile(1) ? toFile : console.log;

/** A stream of Node is destroyed by its first error: a disk that was full for a moment would silence us. */
function toFile(line) {
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // Nobody can be told that nobody can be told.
  }
}

function isFile(descriptor) {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false; // closed
  }
}

/** Prints one line. @param {string} line */
export const say = (line) => print(line);

/** For scripts whose standard output is read by a program: what is said goes to standard error. */
export function sayToStandardError() {
  print = console.error;
}

/**
 * Runs one step and prints its name before and its duration after.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} step
 * @returns {Promise<T>}
 */
export async function timed(name, step) {
  const startMs = performance.now();
  say(`${name} ...`);

  const result = await step();

  say(`${name}: done in ${seconds(performance.now() - startMs)}`);
  return result;
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** @param {number} ms */
export const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

/**
 * Lays rows out in columns.
 *
 * @param {readonly (readonly string[])[]} rows the first one is the heading
 * @returns {string[]} lines
 */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd();

  return [
    line(rows[0]),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.slice(1).map(line),
  ];
}
