module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-security',
  rootDir: __dirname,
};
