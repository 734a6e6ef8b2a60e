const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const swc = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));

/** What every project's jest.config.cjs spreads: TypeScript through swc, ES modules, libraries from source. */
module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@sextant/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }] },
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.(spec|e2e).ts'],
  // A busy machine is slow, not wrong: a deadline is there to end what hangs.
  testTimeout: 120_000,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc'],
  reporters: ['default', join(__dirname, 'scripts/jest-summary.cjs')],
};
