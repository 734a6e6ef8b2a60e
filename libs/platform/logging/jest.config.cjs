module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-logging',
  rootDir: __dirname,
};
