module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-uploads',
  rootDir: __dirname,
};
