module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'relay',
  rootDir: __dirname,
  // Something leaves a handle now and then, not found yet, that jest would wait for, for ever.
  forceExit: true,
};
