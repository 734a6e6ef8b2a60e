import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import ts from 'typescript';
import { parse as parseYaml } from 'yaml';
import { appFolder } from './client.js';

const SCHEMA = join(appFolder(), '..', '..', 'docs', 'api', 'ipt-graphql.graphql');
const EXAMPLE = join(appFolder(), 'examples', 'client');

interface ClientConfig {
  readonly presetConfig: Readonly<Record<string, unknown>>;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What the README has users paste. */
export function readmeConfig(): ClientConfig {
  const readme = readFileSync(join(appFolder(), 'README.md'), 'utf8');
  const [, yaml = ''] = /```yaml\n(# codegen\.yml[\s\S]*?)```/.exec(readme) ?? [];
  const { generates } = parseYaml(yaml) as {
    readonly generates: Readonly<Record<string, ClientConfig>>;
  };
  const [client] = Object.values(generates);
  if (client === undefined) throw new Error('The README has no codegen.yml.');
  return client;
}

/** A folder with the example's program and the client generated for it from the schema that is committed. */
export async function generateClient({ config, presetConfig }: ClientConfig): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-client-'));
  const schema = readFileSync(SCHEMA, 'utf8');
  const location = join(EXAMPLE, 'steps.graphql');
  const rawSDL = readFileSync(location, 'utf8');
  const document = parse(rawSDL);
  const files = await preset.buildGeneratesSection({
    baseOutputDir: join(folder, 'gql') + '/',
    schema: parse(schema),
    schemaAst: buildSchema(schema),
    documents: [{ location, document, rawSDL }],
    plugins: [],
    pluginMap: {},
    config: { ...config },
    presetConfig,
  });
  mkdirSync(join(folder, 'gql'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'walk.ts'), readFileSync(join(EXAMPLE, 'walk.ts')));
  for (const file of files) writeFileSync(file.filename, await codegen(file));
  return folder;
}

/** Compiles the program of a folder with everything that TypeScript can be strict about, into JavaScript beside it. */
export function compileClient(folder: string): ts.Program {
  const typed = createRequire(import.meta.url).resolve(
    '@graphql-typed-document-node/core/package.json',
  );
  const program = ts.createProgram([join(folder, 'walk.ts')], {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: true,
    noUnusedLocals: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: false,
    // TypeScript's own, which are most of what there is to check.
    skipDefaultLibCheck: true,
    types: [],
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    paths: { '@graphql-typed-document-node/core': [join(dirname(typed), 'typings', 'index.d.ts')] },
  });
  program.emit();
  return program;
}

/** What the compiler complains about, with the place. */
export const complaintsOf = (program: ts.Program): readonly string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });

/** The casts of the program: `as`, `<T>`, `!`, `any`, and comments that silence the compiler. */
export function castsOf(program: ts.Program, folder: string): readonly string[] {
  const source = program.getSourceFile(join(folder, 'walk.ts'));
  if (source === undefined) throw new Error('The program was not compiled.');
  const found = /@ts-|eslint-disable/.exec(source.text) === null ? [] : ['a silencing comment'];
  const visit = (node: ts.Node): void => {
    const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    const isAny = node.kind === ts.SyntaxKind.AnyKeyword;
    if (isCast || isAny || ts.isNonNullExpression(node)) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Where a value of an operation's result or variables would be `any` or `unknown`, by its path. */
export function loosePathsOf(program: ts.Program, folder: string) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(folder, 'gql', 'graphql.ts'));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('Nothing was generated.');
  const operations = checker
    .getExportsOfModule(module)
    .filter(({ name }) => /(Query|Mutation|Subscription)(Variables)?$/.test(name));
  const loose: string[] = [];
  const visit = (type: ts.Type, path: string): void => {
    if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) loose.push(path);
    else if (type.isUnion()) for (const part of type.types) visit(part, path);
    else if (checker.isArrayType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference)) visit(item, path);
    } else if ((type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()) {
      for (const property of checker.getPropertiesOfType(type)) {
        visit(checker.getTypeOfSymbol(property), `${path}.${property.name}`);
      }
    }
  };
  for (const operation of operations) {
    visit(checker.getDeclaredTypeOfSymbol(operation), operation.name);
  }
  return { operations: operations.map(({ name }) => name), loose };
}
