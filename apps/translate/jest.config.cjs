module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'translate',
  rootDir: __dirname,
};
