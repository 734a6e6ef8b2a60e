module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-rate-limit',
  rootDir: __dirname,
};
