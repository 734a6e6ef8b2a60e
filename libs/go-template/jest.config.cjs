module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'go-template',
  rootDir: __dirname,
};
