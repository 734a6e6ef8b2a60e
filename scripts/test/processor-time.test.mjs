import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { beginMeasuring, keepProcessorTime, processorLine } from './processor-time.mjs';

test('the processor time of a run is told beside that of a fixed piece of work', () => {
  const measured = { runMs: 2_100_000, yardstickMs: [1000, 1100] };

  assert.equal(
    processorLine(measured),
    'Processor time: 2100 s, 2000 times a fixed piece of work (1.05 s in this run).',
  );
});

test('is kept, a line for each run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-processor-'));
  const file = join(folder, 'processor-time.jsonl');
  try {
    for (const runMs of [2000, 4000]) {
      keepProcessorTime({ runMs, yardstickMs: [1000] }, { passed: 7, wallMs: 9 }, file);
    }

    const lines = readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse);
    assert.deepEqual(
      lines.map(({ times, passed, wallMs }) => ({ times, passed, wallMs })),
      [2, 4].map((times) => ({ times, passed: 7, wallMs: 9 })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('counts what the run itself has started', { skip: process.platform !== 'linux' }, async () => {
  const measuring = await beginMeasuring();
  await beginMeasuring(); // starts the piece of work

  const { runMs, yardstickMs } = await measuring.end();

  assert.ok(runMs > 0);
  assert.equal(yardstickMs.length, 2);
});
