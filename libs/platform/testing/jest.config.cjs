module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-testing',
  rootDir: __dirname,
};
