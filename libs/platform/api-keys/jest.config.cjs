module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-api-keys',
  rootDir: __dirname,
};
