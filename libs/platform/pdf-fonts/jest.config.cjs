module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-pdf-fonts',
  rootDir: __dirname,
};
