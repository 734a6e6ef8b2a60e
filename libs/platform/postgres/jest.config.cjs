module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-postgres',
  rootDir: __dirname,
};
