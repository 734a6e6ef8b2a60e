import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import injection from './scripts/lint/injection.mjs';

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

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      'apps/*/bundle',
      '**/out-tsc',
      '**/node_modules',
      '**/coverage',
      '.nx',
      '.data',
    ],
  },
  // Its types are generated; its own test compiles it.
  { ignores: ['apps/ipt-graphql/examples/client'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { injection },
    rules: {
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 10],
      'injection/max-params': 'error',
      'injection/value-types': 'error',
      'max-depth': ['error', 3],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          allow: [],
          depConstraints: [
            {
              sourceTag: 'type:app',
              onlyDependOnLibsWithTags: [
                'type:platform',
                'type:contracts',
                'type:testing',
                'type:web',
              ],
            },
            { sourceTag: 'type:web', onlyDependOnLibsWithTags: [] },
            {
              sourceTag: 'type:platform',
              onlyDependOnLibsWithTags: ['type:platform', 'type:testing'],
            },
            { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:platform'] },
            { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
            { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:platform', 'type:testing'] },
          ],
        },
      ],
      'no-restricted-imports': ['error', { patterns: [noAppImports] }],
    },
  },
  {
    files: ['{apps,libs}/**/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [noAppImports, noTestingImports, noPageImports] },
      ],
    },
  },
  {
    files: ['apps/*/web/**/*.{ts,tsx}', 'libs/web/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            noAppImports,
            noTestingImports,
            noServerImports,
            { group: ['../../src/**', '../../../src/**'], message: noServerImports.message },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.e2e.ts', '**/test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        fetch: 'readonly',
        FormData: 'readonly',
        Blob: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        require: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
      },
    },
  },
  {
    files: ['apps/notifications/web/public/*.js'],
    languageOptions: {
      globals: {
        self: 'readonly',
      },
    },
  },
  prettier,
);
