/**
 * Adds up the results of all test runners.
 *
 * A test that needs a server names its variable in the title, so that a skip can say why:
 *
 *     const kafka = process.env['KAFKA_BROKERS'];
 *     (kafka ? describe : describe.skip)('the Kafka publisher, needs KAFKA_BROKERS', () => { … });
 *
 * The same with MONGODB_URI, REDIS_URL and ALERTMANAGER_URL, and for programs: `needs kubectl`.
 * TEST_DATABASE_URL is always there.
 *
 * A group of tests whose title begins with a number is repeated in the closing lines.
 *
 * @typedef {{ passed: number, failed: number, skipped: Skip[], figures?: string[], reasons?: string[] }} Results
 *   `reasons`: why each failed, a line
 * @typedef {{ name: string, reason?: string }} Skip
 */

/** What a build machine may lack: a skip for want of these is no failure in CI either. */
const OPTIONAL = ['docker', 'kubectl', 'mount', 'older-node'];

export class Tally {
  #passed = 0;
  #failures = [];
  #figures = [];
  #skips = [];
  #unsteady = [];
  #reasons = [];

  #missing = {};
  #excused = [...OPTIONAL];

  /** @param {{ isCi: boolean }} options */
  constructor({ isCi }) {
    this.isCi = isCi;
  }

  /**
   * @param {Record<string, string>} missing environment variable of a server that could not be had, with the reason
   * @param {string[]} excused those of them that a build machine may lack too
   */
  addMissing(missing, excused = []) {
    Object.assign(this.#missing, missing);
    this.#excused.push(...excused);
    if (!this.isCi) return;
    for (const [variable, reason] of Object.entries(missing)) {
      if (!excused.includes(variable)) this.fail(`no server for ${variable}: ${reason}`);
    }
  }

  /** Counts one failure which no test runner has counted. @param {string} what */
  fail(what) {
    this.#failures.push(what);
  }

  /**
   * @param {string} source the project, for the name of a skip
   * @param {Results} results
   */
  add(source, { passed, failed, skipped, figures = [], reasons = [] }) {
    this.#passed += passed;
    if (failed > 0) this.#failures.push(...Array(failed).fill(source));
    for (const skip of skipped) this.#addSkip(source, skip);
    this.#figures.push(...figures.map((figure) => `${source}: ${figure}`));
    this.#reasons.push(...reasons);
  }

  /** @param {string} file that failed beside others and passed alone @param {string[]} reasons of its failures */
  addUnsteady(file, reasons) {
    this.#unsteady.push(`${file} failed beside others and passed alone (${reasons.join('; ')})`);
  }

  #addSkip(source, { name, reason }) {
    const need = /\bneeds ([\w-]+)/.exec(name)?.[1];
    const why = reason ?? this.#missing[need] ?? (need ? `no ${need} here` : 'no reason given');
    const line = `${source}: ${name} (${why})`;

    if (this.isCi && !this.#excused.includes(need)) this.fail(`skipped in CI: ${line}`);
    else this.#skips.push(line);
  }

  get passed() {
    return this.#passed;
  }

  get failed() {
    return this.#failures.length;
  }

  /** @returns {string[]} what was skipped and what failed, then the closing line */
  lines() {
    const counts = new Map();
    for (const what of this.#failures) counts.set(what, (counts.get(what) ?? 0) + 1);

    return [
      ...this.#figures,
      ...this.#skips.map((line) => `Skipped: ${line}`),
      ...this.#unsteady.map((line) => `Unsteady: ${line}`),
      ...this.#reasons.map((line) => `Failure: ${line}`),
      ...[...counts].map(([what, count]) => `Failed: ${what}${count > 1 ? ` (${count})` : ''}`),
      `${this.#passed} passed, ${this.failed} failed, ${this.#skips.length} skipped`,
    ];
  }
}
