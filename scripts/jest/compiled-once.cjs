const vm = require('node:vm');

/**
 * What a test file still loads by itself are the parts of Jest that hold its state. Without this each file also
 * compiles them anew.
 */
const { compileFunction } = vm;

const functions = new Map();

vm.compileFunction = (source, names = [], options = {}) => {
  const { filename, parsingContext } = options;
  if (parsingContext !== globalThis) return compileFunction(source, names, options);

  const key = `${filename}\n${names.join()}`;
  let found = functions.get(key);
  if (found?.source !== source) {
    const head = `(function (${names.join()}) {`;
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    found = { source, script };
    functions.set(key, found);
  }
  return found.script.runInThisContext();
};
