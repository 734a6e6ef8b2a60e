module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-public-addresses',
  rootDir: __dirname,
};
