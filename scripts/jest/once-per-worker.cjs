const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { enableCompileCache, registerHooks } = require('node:module');
const { join } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');

const { transformSync, version } = require('@swc/core');

const WORKSPACE = pathToFileURL(join(__dirname, '../../')).href;
const SWC = JSON.parse(readFileSync(join(__dirname, '../../.swcrc'), 'utf8'));
const CACHE = join(__dirname, '../../.data/test/transformed');

const JEST_GLOBALS = '@jest/globals';
/** Libraries are taken from their sources. */
const SOURCE = '@sextant/source';

let run = 0;
let globals = {};
/** Addresses of modules that belong to one file. */
const ofOneFile = new Set();

/** From now on what is loaded for one file is loaded for this one. @param {object} given what `@jest/globals` exports */
exports.beginFile = (given) => {
  globals = given;
  run += 1;
  return run;
};

/**
 * Lets go what was loaded for one file, with all that it holds: apps, servers and databases that have ended. Node keeps a
 * module for ever, and without a way into its loader (`--expose-internals`) nothing is let go.
 */
exports.endFile = () => {
  for (const url of ofOneFile) forget?.(url);
  ofOneFile.clear();
};

const forget = forgetting();

function forgetting() {
  if (!process.execArgv.includes('--expose-internals')) return undefined;
  const { getOrInitializeCascadedLoader } = require('internal/modules/esm/loader');
  const { loadCache } = getOrInitializeCascadedLoader();
  return (url) => Map.prototype.delete.call(loadCache, url);
}

function own(resolved) {
  ofOneFile.add(resolved.url);
  return resolved;
}

/** From the file of a frame in a stack trace to its source map. @type {Map<string, string>} */
const maps = new Map();
exports.maps = maps;

mkdirSync(CACHE, { recursive: true });
if (!process.env.NODE_COMPILE_CACHE) enableCompileCache(join(CACHE, 'compiled'));

registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL?.startsWith(WORKSPACE) !== true || isPackage(context.parentURL)) {
      return next(specifier, context);
    }
    if (specifier === JEST_GLOBALS) {
      return own({ url: `jest-globals:${run}`, format: 'module', shortCircuit: true });
    }
    const typed = typedFile(specifier, context.parentURL);
    const found =
      typed === undefined
        ? next(specifier, { ...context, conditions: [...context.conditions, SOURCE] })
        : { url: typed, format: 'module', shortCircuit: true };
    return belongsToOneFile(found.url) ? own({ ...found, url: `${found.url}?run=${run}` }) : found;
  },

  load(url, context, next) {
    if (url.startsWith('jest-globals:')) {
      return { format: 'module', source: globalsModule(), shortCircuit: true };
    }
    if (!isTyped(url)) return next(url, context);
    return { format: 'module', source: transformed(url), shortCircuit: true };
  },
});

const isPackage = (url) => url.includes('/node_modules/');
const isTyped = (url) => url.startsWith(WORKSPACE) && !isPackage(url) && /\.tsx?(\?|$)/.test(url);

/** `./x.js` stands for `x.ts`. */
const typedFiles = new Map();
function typedFile(specifier, parent) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return undefined;
  const url = new URL(specifier, parent).href;
  if (!typedFiles.has(url)) {
    const typed = url.replace(/\.js$/, '.ts');
    typedFiles.set(url, existsSync(new URL(typed)) ? typed : undefined);
  }
  return typedFiles.get(url);
}

/** Tests and what helps them: they may keep state, and describe tests themselves. */
const belongsToOneFile = (url) =>
  isTyped(url) && /\.(spec|e2e)\.ts$|\/test\/|\/e2e\/|\/libs\/platform\/testing\//.test(url);

const globalsKey = Symbol.for('sextant-jest-globals');

function globalsModule() {
  globalThis[globalsKey] = globals;
  const names = Object.keys(globals).join(', ');
  return `export const { ${names} } = globalThis[Symbol.for('${globalsKey.description}')];`;
}

/** TypeScript as JavaScript, remembered between runs. */
function transformed(url) {
  const file = fileURLToPath(url);
  const text = readFileSync(file, 'utf8');
  const key = createHash('sha256').update(`${version}\n${file}\n${JSON.stringify(SWC)}\n${text}`);
  const place = join(CACHE, key.digest('hex'));
  maps.set(url, `${place}.map`).set(file, `${place}.map`);
  if (existsSync(`${place}.js`)) return readFileSync(`${place}.js`, 'utf8');

  const { code, map } = transformSync(text, {
    ...SWC,
    swcrc: false,
    filename: file,
    sourceMaps: true,
  });
  write(`${place}.map`, map);
  write(`${place}.js`, code);
  return code;
}

/** Other workers read the same file: it is there as a whole, or not. */
function write(place, text) {
  const unfinished = `${place}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, place);
}
