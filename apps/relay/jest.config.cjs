module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'relay',
  rootDir: __dirname,
  // A spool's worker thread now and then leaves a handle that jest would wait for, for ever.
  forceExit: true,
};
