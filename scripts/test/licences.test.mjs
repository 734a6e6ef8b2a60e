import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { licenceProblems } from './licences.mjs';

const rules = {
  allowed: ['MIT', 'Apache-2.0'],
  packages: [
    { names: ['@img/*'], licence: 'LGPL-3.0-or-later' },
    { names: ['old'], licence: 'MIT' },
    { names: ['two'], licence: 'MIT and ISC' },
  ],
};
const known = {
  'node_modules/@img/vips': { version: '1.0.0', license: 'Apache-2.0 AND LGPL-3.0-or-later' },
  'node_modules/old': { version: '1.0.0' },
  'node_modules/two': { version: '1.0.0', license: 'MIT and ISC' },
};
const problemsWith = (packages) => licenceProblems({ packages: { ...known, ...packages } }, rules);

describe('the licences of what services run with', () => {
  it('are allowed for all, one of several, or for the package', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'apps/x/node_modules/b': { version: '1.0.0', license: '(GPL-3.0-only OR MIT)' },
    };

    assert.deepEqual(problemsWith(packages), []);
  });

  it('are refused when they are unknown, missing, or only partly allowed', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', license: 'SEE LICENSE IN FILE' },
      'node_modules/b': { version: '2.0.0' },
      'node_modules/ab': { version: '2.0.0', license: 'MIT and ISC' },
      'node_modules/c': { version: '3.0.0', license: 'MIT AND GPL-3.0-only' },
    };

    assert.deepEqual(problemsWith(packages), [
      'a@1.0.0: SEE LICENSE IN FILE',
      'ab@2.0.0: MIT and ISC',
      'b@2.0.0: no licence given',
      'c@3.0.0: MIT AND GPL-3.0-only',
    ]);
  });

  it('do not count for tools and for our own projects', () => {
    const packages = {
      'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
      'node_modules/@sextant/x': { link: true },
    };

    assert.deepEqual(problemsWith(packages), []);
  });

  it('are not allowed for packages that are gone', () => {
    const gone = { ...rules, packages: [...rules.packages, { names: ['x'], licence: 'MIT' }] };

    assert.deepEqual(licenceProblems({ packages: known }, gone), ['x: no such package any more']);
  });
});
