module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-clock',
  rootDir: __dirname,
};
