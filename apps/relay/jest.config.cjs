module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'relay',
  rootDir: __dirname,
};
