import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { precompress } from './precompress.mjs';

// Whoever builds from a test has another one, and would get React's development build, half as large again.
process.env.NODE_ENV = 'production';

/** What browsers of the last two years and a half understand: CSS nesting and colours stay as they are. */
const TARGET = ['chrome115', 'firefox115', 'safari16.4'];

/** The languages of the pages: React Aria brings its words in thirty. */
const LOCALES = ['en-US', 'es-ES'];

/** `use client` in libraries means nothing without a server that renders. */
const NOISE = new Set(['MODULE_LEVEL_DIRECTIVE']);

/**
 * The configuration of every page: `apps/<app>/web` becomes `apps/<app>/web/dist`, which the service
 * itself serves (`serveWeb` of platform-http).
 *
 * @param {object} page
 * @param {string} page.root the folder `web` of the app
 * @param {string} page.files path at which its files are served, such as `/start`
 * @param {Record<string, string>} [page.inputs] its documents; `index.html` alone if absent
 * @returns {import('vite').UserConfig}
 */
export const pageConfig = ({ root, files, inputs = { index: 'index.html' } }) => ({
  root,
  base: `${files}/`,
  logLevel: 'warn',
  plugins: [optimizeLocales.vite({ locales: LOCALES }), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    // Data addresses for small files would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 8_000,
    rolldownOptions: {
      onLog(level, log, report) {
        if (!NOISE.has(log.code)) report(level, log);
      },
      input: Object.fromEntries(
        Object.entries(inputs).map(([name, file]) => [name, `${root}/${file}`]),
      ),
    },
  },
});
