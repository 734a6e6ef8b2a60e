require('./compiled-once.cjs');
const { createContext, constants } = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');
const { ModuleMocker } = require('jest-mock');
const { installCommonGlobals } = require('jest-util');

const { Stopwatch } = require('./stopwatch.cjs');

/** Node itself makes values of these: they must be the same inside as outside. */
const SHARED = ['Buffer', 'ArrayBuffer', 'Uint8Array'];
const NOT_LENT = new Set(['global', 'globalThis', 'process']);

/**
 * Jest's environment for Node with an ordinary global object. Jest's own stands behind interceptors: each use of
 * `Math` or `Array` costs a microsecond there, two hundred times what it costs a service.
 */
module.exports = class Environment extends NodeEnvironment {
  #stopwatch;

  constructor(config, context) {
    const stopwatch = new Stopwatch(context.testPath);
    super(config, context);
    this.#stopwatch = stopwatch;

    const { projectConfig } = config;
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.global = ordinaryGlobal();
    installCommonGlobals(this.global, projectConfig.globals);
    this.context = this.global;
    this.moduleMocker = new ModuleMocker(this.global);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: this.global });
  }

  handleTestEvent(event) {
    this.#stopwatch.hear(event);
  }

  async teardown() {
    await super.teardown();
    this.global = null;
    this.#stopwatch.write();
  }
};

function ordinaryGlobal() {
  const global = createContext(constants.DONT_CONTEXTIFY);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!NOT_LENT.has(name) && !(name in global)) lend(global, name);
  }
  for (const name of SHARED) lend(global, name);
  global.global = global;
  global.Error.stackTraceLimit = 100;
  return global;
}

/** What Node loads when it is first used stays so. */
function lend(global, name) {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  if ('value' in own) {
    Object.defineProperty(global, name, own);
    return;
  }
  const shape = { configurable: true, enumerable: own.enumerable };
  const set = (value) => Object.defineProperty(global, name, { ...shape, writable: true, value });
  const get = () => {
    set(globalThis[name]);
    return global[name];
  };
  Object.defineProperty(global, name, { ...shape, get, set });
}
