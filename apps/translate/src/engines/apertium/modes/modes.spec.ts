import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findModes } from './modes.js';

describe('findModes', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'modes-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  const add = (name: string, content: string) =>
    writeFileSync(join(directory, `${name}.mode`), content);

  it('finds the modes that translate', () => {
    add('eng-spa', 'cat | cat');
    add('eng-spa-tagger', 'cat');

    const { usable, broken } = findModes([directory]);

    expect(usable.map(({ name }) => name)).toEqual(['eng-spa']);
    expect(usable[0]?.stages[0]).toEqual({ program: 'cat', args: ['-z'] });
    expect(broken).toEqual([]);
  });

  it('says what a mode lacks', () => {
    add('ca-eo', "cat '/nowhere/ca-eo.bin'");
    add('es-eo', 'no-such-program-here');
    add('eu-es', 'cat; cat');

    expect(findModes([directory])).toEqual({
      usable: [],
      broken: [
        {
          name: 'ca-eo',
          directions: [{ source: 'ca', target: 'eo' }],
          reason: 'the file /nowhere/ca-eo.bin is missing',
        },
        {
          name: 'es-eo',
          directions: [{ source: 'es', target: 'eo' }],
          reason: 'the program no-such-program-here is not installed',
        },
        {
          name: 'eu-es',
          directions: [{ source: 'eu', target: 'es' }],
          reason: 'cannot read ; cat',
        },
      ],
    });
  });

  it('prefers the directory that is named first, and passes over one that is not there', () => {
    add('eng-spa', 'cat');

    const { usable } = findModes(['/nowhere', directory, '/usr/share/apertium/modes']);

    expect(usable.find(({ name }) => name === 'eng-spa')?.stages).toHaveLength(1);
    expect(usable.map(({ name }) => name)).toContain('spa-eng');
  });
});
