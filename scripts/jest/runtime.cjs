const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

const { beginFile, endFile, maps } = require('./once-per-worker.cjs');

/**
 * Jest's runtime, which loads every module anew for every test file, with Node's own loader in the place of Jest's:
 * it keeps what it has loaded. A test file and what helps it are loaded anew all the same (`once-per-worker.cjs`).
 * `jest.mock` and its like do nothing here: no test of ours replaces a module.
 */
module.exports = class Runtime extends JestRuntime {
  async unstable_importModule(file) {
    const run = beginFile(this.jestGlobals.cjsGlobals(file));
    return import(`${pathToFileURL(file)}?run=${run}`);
  }

  teardown() {
    super.teardown();
    endFile();
  }

  getSourceMaps() {
    return maps;
  }
};
