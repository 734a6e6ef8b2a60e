module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-jwt',
  rootDir: __dirname,
};
