module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-data',
  rootDir: __dirname,
};
