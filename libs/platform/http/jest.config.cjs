module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-http',
  rootDir: __dirname,
};
