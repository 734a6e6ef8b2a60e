const { existsSync, globSync } = require('node:fs');
const { join } = require('node:path');

const { workspaces } = require('./package.json');
const { reporters, testTimeout } = require('./jest.preset.cjs');

/** The tests of all projects in one run, so that no core waits for the last project. */
module.exports = {
  projects: globSync(workspaces, { cwd: __dirname })
    .map((folder) => join(__dirname, folder, 'jest.config.cjs'))
    .filter(existsSync)
    .toSorted()
    .map(projectConfig),
  testSequencer: join(__dirname, 'scripts/jest/sequencer.cjs'),
  reporters,
  testTimeout,
};

/** Some settings are those of the whole run. */
function projectConfig(file) {
  const config = { ...require(file) };
  delete config.reporters;
  delete config.testTimeout;
  return config;
}
