module.exports = {
  ...require('../../../jest.preset.cjs'),
  displayName: 'platform-webhooks',
  rootDir: __dirname,
};
