/** The components in their states, for those who change them: `npm run pages`. No service serves it. */
export default {
  root: import.meta.dirname,
  logLevel: 'warn',
  cacheDir: '../../../node_modules/.vite/gallery',
  build: { outDir: 'dist', emptyOutDir: true, chunkSizeWarningLimit: 8_000 },
};
