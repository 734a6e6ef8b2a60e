module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-models',
  rootDir: __dirname,
};
