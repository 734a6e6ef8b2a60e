/**
 * What a project's tests, or those of the scripts, came to when the files that had failed were run once more.
 *
 * @typedef {object} ProjectResults what `scripts/jest/summary.cjs` and `node-test-summary.mjs` write
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} skipped
 * @property {string[]} figures
 * @property {{ file: string, passed: number, failed: number, reasons: string[] }[]} failedFiles
 */

/**
 * The counts of the failed files are those of the second run; a file that it did not reach stays failed.
 *
 * @param {ProjectResults | undefined} first @param {ProjectResults | undefined} second
 * @returns {ProjectResults | undefined}
 */
export function withSecond(first, second) {
  if (first === undefined || first.failedFiles.length === 0 || second === undefined) return first;

  const sum = (key) => first.failedFiles.reduce((total, file) => total + file[key], 0);
  return {
    passed: first.passed - sum('passed') + second.passed,
    failed: first.failed - sum('failed') + second.failed,
    skipped: [...new Set([...first.skipped, ...second.skipped])],
    figures: [...new Set([...first.figures, ...second.figures])],
    failedFiles: second.failedFiles,
  };
}
