import { defineConfig, type DummyRuleMap as Rules } from 'oxlint';
import rules from './scripts/lint/rules.json' with { type: 'json' };

/**
 * What lint checks, with the types themselves, in one process for the whole workspace. In `rules.json` stand those that are on
 * as they come: `common` for every file, `typescript` what TypeScript itself does not see, `javascript` what it
 * would see there.
 */

const apps = ['translate', 'auth-server', 'notifications', 'speech', 'ipt-graphql', 'relay'];

/** No file may import an app: apps are started, never imported (whatever way the path is spelt). */
const noAppImports = {
  group: apps.flatMap((app) => [
    `@sextant/${app}`,
    `@sextant/${app}/**`,
    `**/apps/${app}`,
    `**/apps/${app}/**`,
  ]),
  message: 'Apps are started, never imported: move shared code to libs/.',
};

const noTestingImports = {
  group: ['@sextant/platform-testing', '@sextant/platform-testing/**'],
  message: 'platform-testing is for specs and tests only.',
};

/** Pages run in browsers: what runs in a server is not for them, and they are not for servers. */
const noServerImports = {
  group: [
    '@sextant/platform-*',
    '@sextant/platform-*/**',
    '@nestjs/**',
    'node:*',
    '**/apps/*/src/**',
  ],
  message: 'Pages import libs/web and what they bring along, nothing of a server.',
};
const noPageImports = {
  group: ['@sextant/web', '@sextant/web/**', '**/web/src/**'],
  message: 'Services serve pages (serveWeb), they do not import them.',
};

const JAVASCRIPT_GLOBALS = [
  'console',
  'process',
  'fetch',
  'FormData',
  'Blob',
  'URL',
  'URLSearchParams',
  'AbortController',
  'AbortSignal',
  'Buffer',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'performance',
  'require',
  '__dirname',
  'exports',
];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: [
    './scripts/lint/injection.mjs',
    { name: 'workspace', specifier: '@nx/eslint-plugin' },
  ],
  categories: { correctness: 'off' },
  options: {
    typeAware: true,
    typeCheck: true,
    reportUnusedDisableDirectives: 'error',
    denyWarnings: true,
  },
  ignorePatterns: [
    '**/dist',
    '**/out-tsc',
    '**/node_modules',
    '**/coverage',
    '.nx',
    '.data',
    // Its types are generated; its own test compiles it.
    'apps/ipt-graphql/examples/client',
  ],
  rules: errors(rules.common),
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...errors(rules.typescript),
        complexity: ['error', 10],
        'max-depth': ['error', 3],
        'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
        'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/dot-notation': [
          'error',
          {
            allowIndexSignaturePropertyAccess: false,
            allowKeywords: true,
            allowPattern: '',
            allowPrivateClassPropertyAccess: false,
            allowProtectedClassPropertyAccess: false,
          },
        ],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/no-empty-function': ['error', { allow: [] }],
        'typescript/no-unused-expressions': [
          'error',
          { allowShortCircuit: false, allowTaggedTemplates: false, allowTernary: false },
        ],
        'typescript/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'injection/max-params': 'error',
        'injection/value-types': 'error',
        'workspace/enforce-module-boundaries': [
          'error',
          {
            allow: [],
            depConstraints: [
              only('type:app', ['type:platform', 'type:contracts', 'type:testing', 'type:web']),
              only('type:web', []),
              only('type:platform', ['type:platform', 'type:testing']),
              only('type:testing', ['type:platform']),
              only('type:contracts', []),
              only('type:e2e', ['type:platform', 'type:testing']),
            ],
          },
        ],
        ...noImports(noAppImports),
      },
    },
    {
      files: ['{apps,libs}/**/src/**/*.ts'],
      excludeFiles: ['**/*.spec.ts'],
      rules: noImports(noAppImports, noTestingImports, noPageImports),
    },
    {
      files: ['apps/*/web/**/*.{ts,tsx}', 'libs/web/src/**/*.{ts,tsx}'],
      rules: noImports(noAppImports, noTestingImports, noServerImports, {
        group: ['../../src/**', '../../../src/**'],
        message: noServerImports.message,
      }),
    },
    {
      files: ['**/*.spec.ts', '**/*.e2e.ts', '**/test/**/*.ts'],
      rules: {
        'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
        'max-lines-per-function': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      files: ['**/*.{mjs,cjs,js}'],
      rules: errors(rules.javascript),
      globals: {
        ...Object.fromEntries(JAVASCRIPT_GLOBALS.map((name) => [name, 'readonly' as const])),
        module: 'writable',
      },
    },
    { files: ['apps/notifications/web/public/*.js'], globals: { self: 'readonly' } },
    // The way from Rhino to Java.
    { files: ['apps/translate/languagetool/*.js'], globals: { Packages: 'readonly' } },
  ],
});

function errors(names: readonly string[]): Rules {
  return Object.fromEntries(names.map((name) => [name, 'error' as const]));
}

function noImports(...patterns: { group: string[]; message: string }[]): Rules {
  return { 'no-restricted-imports': ['error', { patterns }] };
}

function only(sourceTag: string, onlyDependOnLibsWithTags: string[]) {
  return { sourceTag, onlyDependOnLibsWithTags };
}
