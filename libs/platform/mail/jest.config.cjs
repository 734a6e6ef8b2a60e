module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-mail',
  rootDir: __dirname,
};
