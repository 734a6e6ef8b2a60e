const vm = require('node:vm');

/**
 * Every test file has a context of its own and loads what it uses anew. Without this each one also compiles it
 * anew, which is a tenth of all that tests compute: Jest uses the two calls below, and what they give belongs to
 * one context.
 */
const { compileFunction, SourceTextModule } = vm;

/** The compiled code of packages: a `vm.Script` runs in any context. */
const scripts = new Map();

vm.compileFunction = (source, names = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (parsingContext === undefined || !isShareable(filename, source)) {
    return compileFunction(source, names, options);
  }
  const key = `${filename}\n${names.join()}`;
  let found = scripts.get(key);
  if (found?.source !== source) {
    const head = `(function (${names.join()}) {`;
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    found = { source, script };
    scripts.set(key, found);
  }
  return found.script.runInContext(parsingContext);
};

/** `import()` asks the runtime of one test file. */
const isShareable = (filename, source) =>
  filename?.includes('/node_modules/') === true && !/\bimport\s*\(/.test(source);

/** What V8 has found in the text of a module; the module itself belongs to its context. */
const modules = new Map();

vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const known = modules.get(options.identifier);
    const isSame = known?.source === source;
    super(source, isSame ? { ...options, cachedData: known.cachedData } : options);
    if (!isSame) modules.set(options.identifier, { source, cachedData: this.createCachedData() });
  }
};
