import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { reportLines } from './report.mjs';

const time = (wallMs, ownMs = 0, programsMs = 0) => ({ wallMs, ownMs, programsMs });
const cells = (line) => line.split(/ {2,}/);

describe('the report of npm test', () => {
  const files = [
    {
      file: 'apps/a/test/quick.e2e.ts',
      worker: 11,
      parts: { load: time(1000, 900), cases: time(500, 100) },
    },
    {
      file: 'apps/a/src/slow.spec.ts',
      worker: 11,
      parts: { load: time(100, 100), hooks: time(2000), cases: time(7900, 1000, 3000) },
    },
    { file: 'libs/platform/b/src/b.spec.ts', worker: 12, parts: { cases: time(200, 200) } },
  ];
  const lines = reportLines({ steps: [{ name: 'Build', ms: 4000 }], files });

  it('says how long each step took', () => {
    assert.ok(lines.some((line) => cells(line).join() === 'Build,4.0 s'));
  });

  it('lists the slowest files first, with where their time went', () => {
    const at = lines.findIndex((line) => line.startsWith('The 3 slowest files'));

    assert.deepEqual(cells(lines[at]).slice(1), [
      ...['Time', 'Load', 'Hooks', 'Cases', 'Computed', 'Programs', 'Waited'],
    ]);
    assert.deepEqual(cells(lines[at + 2]), [
      'apps/a/src/slow.spec.ts',
      ...['10.0 s', '0.1 s', '2.0 s', '7.9 s', '1.1 s', '3.0 s', '5.9 s'],
    ]);
    assert.match(lines[at + 3], /quick/);
  });

  it('lists those that take most of the processor, with what they start', () => {
    const at = lines.findIndex((line) => line.startsWith('The 3 that take most'));

    assert.match(lines[at + 2], /slow/);
    assert.match(lines[at + 3], /quick/);
    assert.match(lines[at + 4], /b\.spec/);
  });

  it('says how many processes ran them', () => {
    assert.ok(lines.includes('3 files in 2 processes.'));
  });

  it('adds up each project, and all', () => {
    const at = lines.findIndex((line) => line.startsWith('Project'));

    assert.deepEqual(
      lines.slice(at + 2, at + 5).map((line) => cells(line).slice(0, 2)),
      [
        ['apps/a', '11.5 s'],
        ['libs/platform/b', '0.2 s'],
        ['Sum of all files', '11.7 s'],
      ],
    );
  });

  it('names twenty files at most, twice', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ file: `apps/a/test/${n}`, parts: {} }));
    const named = reportLines({ steps: [], files: many }).filter((line) => /test\/\d/.test(line));

    assert.equal(named.length, 40);
  });
});
