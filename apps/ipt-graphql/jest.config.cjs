module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'ipt-graphql',
  rootDir: __dirname,
};
