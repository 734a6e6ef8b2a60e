module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-health',
  rootDir: __dirname,
};
