module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-circuit-breaker',
  rootDir: __dirname,
};
