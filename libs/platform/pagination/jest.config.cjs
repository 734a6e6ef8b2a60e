module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-pagination',
  rootDir: __dirname,
};
