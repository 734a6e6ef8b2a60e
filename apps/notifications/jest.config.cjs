module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'notifications',
  rootDir: __dirname,
};
