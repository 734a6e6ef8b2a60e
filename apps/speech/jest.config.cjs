module.exports = { ...require('../../jest.preset.cjs'), displayName: 'speech', rootDir: __dirname };
