import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { rolldown } from 'rolldown';

import { packageOf } from '../../docker/packages.mjs';
import { builtins } from './builtins.mjs';
import { ownCode } from './own-code.mjs';
import { packages } from './packages.mjs';

const projectDir = join(import.meta.dirname, '../..');

/** What a package is called that is meant for browsers first. */
const MODULES = { 'jsonc-parser': 'node_modules/jsonc-parser/lib/esm/main.js' };

/** Below a node_modules, so that Node takes it for what it is: code of others. */
const PACKAGES = 'node_modules';

/**
 * Joins the compiled modules of a service, of the libraries and of most packages to few files, in `bundle` beside `dist`.
 * What starts on its own (`bundle.json`: main, commands, threads, child processes) keeps its path.
 *
 *   node scripts/bundle/bundle.mjs translate
 *
 * @param {string} service
 */
async function bundle(service) {
  const app = join(projectDir, 'apps', service);
  const [dist, out] = [join(app, 'dist'), join(app, 'bundle')];
  const { entries } = JSON.parse(readFileSync(join(app, 'bundle.json'), 'utf8'));
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: 'node',
    cwd: projectDir,
    resolve: {
      alias: Object.fromEntries(
        Object.entries(MODULES).map(([name, file]) => [name, join(projectDir, file)]),
      ),
    },
    plugins: [builtins(), packages(app), ownCode({ dist, entries })],
    onLog,
  });
  rmSync(out, { recursive: true, force: true });
  const { output } = await build.write({ ...OUTPUT, dir: out });
  await build.close();
  lighten(out);
  copyOthers(dist, out);
  const bundled = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds.map(folderOf)));
  bundled.delete(undefined);
  const folders = [...bundled].map((folder) => relative(projectDir, folder).split(sep).join('/'));
  writeFileSync(join(out, 'packages.json'), `${JSON.stringify(folders.sort(), null, 1)}\n`);
}

/** Of the package or the library that has a module. */
const folderOf = (id) =>
  packageOf(id) ?? /^.*[\\/]libs[\\/](?:platform[\\/])?[^\\/]+/.exec(id)?.[0];

/** @type {import('rolldown').OutputOptions} */
const OUTPUT = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: ({ name }) =>
    name.startsWith(PACKAGES) ? `${PACKAGES}/[hash].js` : 'chunks/[name]-[hash].js',
  // Nest, TypeORM, metrics and errors tell classes by their names.
  keepNames: true,
  // Decorators need reflect-metadata, wherever that is.
  strictExecutionOrder: true,
  sourcemap: true,
  comments: false,
  // V8 keeps the text of what is loaded: without blanks it is a quarter shorter. Names and structure stay.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  sourcemapExcludeSources: true,
  codeSplitting: {
    groups: [
      { name: 'builtins', test: /^\0builtin:/ },
      {
        name: PACKAGES,
        test: /[\\/]node_modules[\\/]/,
        // A thread does not load what only the service needs.
        entriesAware: true,
        includeDependenciesRecursively: false,
      },
    ],
  },
};

/** @throws {Error} for what would fail only while the service runs */
function onLog(_level, log) {
  if (log.code === 'UNRESOLVED_IMPORT' || log.code === 'MISSING_EXPORT')
    throw new Error(log.message);
}

/** What is loaded stays in memory as text; source maps do too, and nobody looks into the code of packages. */
function lighten(out) {
  for (const file of globSync('**/*.js', { cwd: out })) {
    const code = narrow(readFileSync(join(out, file), 'utf8'));
    refuseEmptyTry(code, file);
    if (!file.startsWith(`${PACKAGES}${sep}`)) {
      writeFileSync(join(out, file), code);
      continue;
    }
    writeFileSync(join(out, file), code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
    rmSync(join(out, `${file}.map`), { force: true });
  }
}

/** Rolldown leaves out a call that it takes for one without effect, such as `decodeURIComponent`, whose effect is that it throws. */
function refuseEmptyTry(code, file) {
  const [found] = /\btry\s*\{\s*(?:return (?:true|!0);?\s*)?\}\s*catch\b/.exec(code) ?? [];
  if (found === undefined) return;
  throw new Error(
    `${file}: nothing is left to fail in "${found}": use the result of what may throw`,
  );
}

/**
 * One character beyond Latin 1 doubles the memory of the whole file: such are written as escapes, which mean the same in
 * strings, templates, patterns and names.
 */
const narrow = (code) =>
  code.replaceAll(/\\*[^\0-\xff]/g, (found) => {
    const slashes = found.slice(0, -1);
    const isEscaped = slashes.length % 2 === 1; // such a character means itself with a slash and without
    const unit = found
      .charCodeAt(found.length - 1)
      .toString(16)
      .padStart(4, '0');
    return `${isEscaped ? slashes.slice(1) : slashes}\\u${unit}`;
  });

/** Templates, schemas and other data of the service. */
function copyOthers(dist, out) {
  for (const file of globSync('**/*', { cwd: dist })) {
    if (/\.js(\.map)?$/.test(file) || !statSync(join(dist, file)).isFile()) continue;
    cpSync(join(dist, file), join(out, file));
  }
}

await bundle(process.argv[2]);
