import { isBuiltin } from 'node:module';

const PREFIX = '\0builtin:';
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Node's own modules as `require` gives them. What is imported by a statement reads every export of the module, getters too:
 * that of node:http loads the whole of undici, whether anybody fetches or not.
 *
 * @returns {import('rolldown').Plugin}
 */
export const builtins = () => ({
  name: 'builtins',
  resolveId: (source, importer, { kind }) =>
    // What the bundler adds of its own is needed before anything is defined.
    kind === 'import-statement' && isBuiltin(source) && importer?.startsWith('\0') === false
      ? `${PREFIX}${source.replace(/^node:/, '')}`
      : undefined,
  load: (id) => (id.startsWith(PREFIX) ? codeOf(`node:${id.slice(PREFIX.length)}`) : undefined),
});

/** Each export on its own, so that those which nobody uses are left out and not read. */
function codeOf(name) {
  const names = Object.keys(process.getBuiltinModule(name)).filter(
    (key) => IDENTIFIER.test(key) && key !== 'default',
  );
  return [
    `const builtin = process.getBuiltinModule('${name}');`,
    'const of = (key) => builtin[key];',
    'export default builtin;',
    ...names.map(
      (key) => `const $${key} = /* @__PURE__ */ of('${key}');\nexport { $${key} as ${key} };`,
    ),
  ].join('\n');
}
