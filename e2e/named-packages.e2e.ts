import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

const text = (file: string): string => readFileSync(join(root, file), 'utf8');
const json = (file: string): unknown => JSON.parse(text(file));

/** Source code of apps and libraries, without tests. */
const SOURCES = globSync(['apps/*/src/**/*.ts', 'libs/{*,*/*}/src/**/*.ts'], { cwd: root }).filter(
  (file) => !/(\.spec|\.d)\.ts$|\/node_modules\//.test(file),
);

/** Packages that a file loads when it runs: imports of types alone are gone by then. */
function loadedBy(file: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (node: ts.Node): void => {
    const specifier = loadedName(node);
    if (specifier !== undefined) loaded.add(packageOf(specifier));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest));
  return loaded;
}

function loadedName(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) && !isOfTypes(node.importClause)) {
    return ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [name] = node.arguments;
    return name !== undefined && ts.isStringLiteral(name) ? name.text : undefined;
  }
  return undefined;
}

function isOfTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined) return false;
  return ts.isNamedImports(namedBindings) && namedBindings.elements.every((one) => one.isTypeOnly);
}

/** The package of a specifier with a path into it. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe('the packages that the project is built on', () => {
  it.each([
    '@nestjs/core',
    '@nestjs/platform-express',
    '@nestjs/graphql',
    '@nestjs/websockets',
    '@nestjs/mongoose',
    'typeorm',
    'passport',
    'oidc-provider',
    'class-validator',
    'ethers',
    'kafkajs',
  ])('%s is imported by source code, not for types alone', (name) => {
    const users = SOURCES.filter((file) => text(file).includes(name)).filter((file) =>
      loadedBy(file).has(name),
    );

    expect(users).not.toEqual([]);
  });

  it('tells imports of types from those that load a package', () => {
    const source = `import type { A } from 'a'; import { type B } from 'b'; import { type C, D } from 'c/d';
      import '@e/f/g'; void import('h'); type I = import('i').I; // from 'j'`;
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const name = loadedName(node);
      if (name !== undefined) found.push(packageOf(name));
      ts.forEachChild(node, visit);
    };

    visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest));

    expect(found).toEqual(['c', '@e/f', 'h']);
  });
});

describe('nx and jest', () => {
  const { targetDefaults } = json('nx.json') as {
    readonly targetDefaults: Readonly<
      Record<string, { readonly options?: { readonly command?: string } }>
    >;
  };
  const projects = globSync(['apps/*/package.json', 'libs/{*,*/*}/package.json'], {
    cwd: root,
  }).map((file) => file.slice(0, -'/package.json'.length));

  it('nx builds, checks and tests the workspace', () => {
    expect(Object.keys(targetDefaults)).toEqual(
      expect.arrayContaining(['build', 'lint', 'typecheck', 'test']),
    );
  });

  it('the target test of nx runs jest with the configuration of the project', () => {
    expect(targetDefaults['test']?.options?.command).toMatch(
      /jest\/bin\/jest\.js --config \{projectRoot\}\/jest\.config\.cjs/,
    );
  });

  it.each(projects)('%s has a configuration of jest and the target test', (folder) => {
    const { nx } = json(join(folder, 'package.json')) as {
      readonly nx?: { readonly targets?: Readonly<Record<string, unknown>> };
    };

    expect(existsSync(join(root, folder, 'jest.config.cjs'))).toBe(true);
    // A command of its own would take the place of the default's.
    expect(nx?.targets?.['test']).toBeDefined();
    expect(nx?.targets?.['test']).not.toHaveProperty('executor');
    expect(nx?.targets?.['test']).not.toHaveProperty('options');
  });
});
