import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { inLanes } from './lanes.cjs';

const test = (project, path) => ({
  path: `/w/${project}/${path}`,
  context: { config: { rootDir: `/w/${project}` } },
});
const names = (tests) => tests.map(({ path }) => path.split('/').at(-1));

describe('the order of test files', () => {
  const a = ['1', '2', '3', '4', '5', '6'].map((name) => test('apps/a', `src/${name}.spec.ts`));
  const b = ['7', '8', '9', '10'].map((name) => test('apps/b', `src/${name}.spec.ts`));
  const mixed = [b[0], ...a, ...b.slice(1)];

  it('is project by project, the largest first, each as it was', () => {
    const order = names(inLanes(mixed)).map((name) => Number.parseInt(name, 10));

    assert.deepEqual(order, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('spreads what waits over the run, and loses nothing', () => {
    const waiting = ['one', 'two', 'three'].map((name) => test('e2e', `${name}.e2e.ts`));
    const kill = test('apps/b', 'test/spool/kill.e2e.ts');

    const order = names(inLanes([...waiting, ...mixed, kill]));

    const places = ['one', 'two', 'three', 'kill'].map((name) => order.indexOf(`${name}.e2e.ts`));
    assert.equal(order.length, 14);
    assert.deepEqual(places, [0, 3, 6, 9]);
  });

  it('is that of what waits alone where there is nothing else', () => {
    const files = [test('e2e', 'one.e2e.ts'), test('e2e', 'two.e2e.ts')];

    assert.deepEqual(inLanes(files), files);
  });
});
