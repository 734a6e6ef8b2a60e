module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-idempotency',
  rootDir: __dirname,
};
