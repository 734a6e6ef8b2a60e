const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const swc = JSON.parse(readFileSync(join(__dirname, '.swcrc'), 'utf8'));
/** `npm run test:long` runs the files that are called so, and nothing else does. */
const others =
  process.env.SEXTANT_TESTS === 'long'
    ? '(?<!\\.long)\\.(spec|e2e)\\.ts$'
    : '\\.long\\.(spec|e2e)\\.ts$';

/** What every project's jest.config.cjs spreads: TypeScript through swc, ES modules, libraries from source. */
module.exports = {
  cacheDirectory: join(__dirname, '.data/test/jest'),
  testEnvironment: join(__dirname, 'scripts/jest/environment.cjs'),
  runtime: join(__dirname, 'scripts/jest/runtime.cjs'),
  testEnvironmentOptions: { customExportConditions: ['@sextant/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'ts', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }] },
  testMatch: [
    '<rootDir>/src/**/*.spec.ts',
    '<rootDir>/web/src/**/*.spec.ts',
    '<rootDir>/test/**/*.(spec|e2e).ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', others],
  // A busy machine is slow, not wrong: a deadline is there to end what hangs.
  testTimeout: 180_000,
  globalTeardown: join(__dirname, 'scripts/jest/teardown.cjs'),
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/out-tsc'],
  reporters: ['default', join(__dirname, 'scripts/jest/summary.cjs')],
};
