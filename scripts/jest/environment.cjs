require('./compiled-once.cjs');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { Stopwatch } = require('./stopwatch.cjs');
const { hearWitnesses } = require('./witnesses.cjs');

/** Where jest-circus and expect keep what belongs to one file. */
const OF_ONE_FILE = [
  'EVENT_HANDLERS',
  'JEST_STATE_SYMBOL',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
  '$$jest-matchers-object',
];

/**
 * Test files run in the worker's own realm, one after the other: the services and their packages are loaded once
 * for all of them (`runtime.cjs`), and what they make is of the same `Error` and `Array` as what tests make. What a
 * file changes of the globals, of the environment's variables and of `process` is put back after it.
 */
module.exports = class Environment {
  #stopwatch;
  #kept;

  constructor({ projectConfig }, { testPath }) {
    this.#stopwatch = new Stopwatch(testPath);
    this.#kept = keep();
    this.global = globalThis;
    lendToJest();
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
  }

  exportConditions() {
    return this.conditions;
  }

  /** See `compiled-once.cjs`. */
  getVmContext() {
    return globalThis;
  }

  async setup() {
    nameFilesInStacks();
  }

  handleTestEvent(event) {
    this.#stopwatch.hear(event);
    return hearWitnesses(event);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.#kept.putBack();
    this.#stopwatch.write();
  }
};

/** What Jest's own parts use, whatever a test does to the globals. */
function lendToJest() {
  const fs = require('node:fs');
  const lent = {
    [Symbol.for('jest-native-promise')]: Promise,
    [Symbol.for('jest-native-now')]: Date.now.bind(Date),
    [Symbol.for('jest-native-read-file')]: fs.readFileSync.bind(fs),
    [Symbol.for('jest-native-write-file')]: fs.writeFileSync.bind(fs),
    [Symbol.for('jest-native-exists-file')]: fs.existsSync.bind(fs),
  };
  for (const name of Object.getOwnPropertySymbols(lent)) globalThis[name] ??= lent[name];
}

/** Node's own loader names modules by address: Jest shows paths, without what is said of the run in them. */
function nameFilesInStacks() {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (error, frames) =>
    prepareStackTrace(error, frames).replaceAll(/file:\/\/(\/[^\s?():]+)(?:\?run=\d+)?/g, '$1');
}

function keep() {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const variables = { ...process.env };
  const { exit, getBuiltinModule } = process;
  const folder = process.cwd();

  const putBack = () => {
    for (const [name, descriptor] of Object.entries(globals)) {
      // What Node loads when it is first used stays so.
      if (!('value' in descriptor) || !descriptor.configurable) continue;
      if (globalThis[name] !== descriptor.value)
        Object.defineProperty(globalThis, name, descriptor);
    }
    for (const name of Object.getOwnPropertySymbols(globalThis)) {
      if (OF_ONE_FILE.includes(name.description)) delete globalThis[name];
    }
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) {
      if (process.env[name] !== value) process.env[name] = value;
    }
    Object.assign(process, { exit, getBuiltinModule });
    if (process.cwd() !== folder) process.chdir(folder);
  };
  return { putBack };
}
