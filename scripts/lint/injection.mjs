/**
 * Two rules about constructors.
 *
 * `injection/value-types`: Nest reads the types of constructor parameters at run time, where an `import type` or a union is
 * `Object` without a word (swc's and TypeScript's `emitDecoratorMetadata`).
 *
 * `injection/max-params`: functions take four parameters at most. Constructors and routes that Nest calls take as many as they
 * have dependencies and parts of a request; more than twelve show that a class does too much.
 */
const DECORATED = /(Injectable|Controller|Resolver|Catch|Module|Gateway)$/;
/** `@Inject()` and what names a token in its place: `@InjectModel()`, `@InjectConnection()`. */
const NAMES_TOKEN = /^Inject([A-Z]|$)/;
const MAX_PARAMETERS = 4;
const MAX_DEPENDENCIES = 12;

const nameOf = ({ expression }) => (expression.callee ?? expression).name ?? '';
const isDecorated = ({ decorators = [] }) => decorators.some((one) => DECORATED.test(nameOf(one)));

/** The names that a file imports as types alone. */
function typeImports({ body }) {
  const names = new Set();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      const isType = statement.importKind === 'type' || specifier.importKind === 'type';
      if (isType) names.add(specifier.local.name);
    }
  }
  return names;
}

/** Of a parameter, a parameter property, or either with a default. */
function typeOf(given) {
  const parameter = given.parameter ?? given;
  return (parameter.left ?? parameter).typeAnnotation?.typeAnnotation;
}

const valueTypes = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      type: 'Nest cannot see {{name}}: import it as a value.',
      shape: 'Nest cannot see this type: give the parameter a class, or @Inject().',
    },
  },
  create: (context) => ({
    'MethodDefinition[kind="constructor"]'(method) {
      if (!isDecorated(method.parent.parent)) return;
      const types = typeImports(context.sourceCode.ast);
      for (const given of method.value.params) {
        const { decorators = [] } = given;
        if (decorators.some((one) => NAMES_TOKEN.test(nameOf(one)))) continue;
        const node = typeOf(given);
        const isPlain =
          node?.type === 'TSTypeReference' && (node.typeArguments ?? undefined) === undefined;
        const name = isPlain ? node.typeName.name : undefined;
        if (name === undefined) context.report({ node: given, messageId: 'shape' });
        else if (types.has(name)) context.report({ node, messageId: 'type', data: { name } });
      }
    },
  }),
};

const maxParams = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { many: '{{count}} parameters, {{max}} at most: take an object.' },
  },
  create: (context) => ({
    ':function'(node) {
      const { parent } = node;
      const max = isCalledByNest(node) ? MAX_DEPENDENCIES : MAX_PARAMETERS;
      const count = node.params.length;
      if (count <= max) return;
      const at = parent.type === 'MethodDefinition' ? parent.key : node;
      context.report({ node: at, messageId: 'many', data: { count, max } });
    },
  }),
};

function isCalledByNest({ parent, params }) {
  if (parent.type !== 'MethodDefinition') return false;
  if (parent.kind === 'constructor') return isDecorated(parent.parent.parent);
  return params.every(({ decorators = [] }) => decorators.length > 0);
}

export default {
  meta: { name: 'injection' },
  rules: { 'value-types': valueTypes, 'max-params': maxParams },
};
