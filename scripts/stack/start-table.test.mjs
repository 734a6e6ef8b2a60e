import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { startTable } from './start-table.mjs';

const selected = [
  { name: 'translate', engine: 'Apertium' },
  { name: 'relay', engine: '-' },
];
const tableOf = (...states) =>
  startTable({
    selected,
    ports: { translate: 3001, relay: 3006 },
    gatewayUrl: 'http://localhost:8080',
    states: ['ready', ...states],
  });

describe('the table of a start', () => {
  it('has a line for the gateway and for each service', () => {
    const lines = tableOf('ready', 'no answer');

    assert.deepEqual(
      lines.slice(3, 6).map((line) => line.split(/ {2,}/).at(-1)),
      ['ready', 'ready', 'no answer'],
    );
    assert.equal(lines.length, 7);
  });

  it('tells below what is broken, so that it stays as wide as a terminal', () => {
    const broken = 'es-ca, ca-es and 12 more: the program cg-proc is not installed';
    const lines = tableOf(
      `ready, but ${broken}`,
      'not ready: the broker kafka:9092 does not answer',
    );

    assert.ok(lines.includes(`translate: ${broken}`));
    assert.ok(lines.includes('relay: the broker kafka:9092 does not answer'));
    assert.match(lines[4], / ready \(see below\)$/);
    assert.match(lines[5], / not ready \(see below\)$/);
    assert.ok(Math.max(...lines.slice(0, 6).map((line) => line.length)) <= 120);
  });
});
