import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { zipped } from '../../web/src/documents/zipped.js';

const file = (name: string, text: string) => ({
  name,
  bytes: strToU8(text).slice().buffer,
});

describe('the archive of several translations', () => {
  it('has each file, those of one name by number', async () => {
    const archive = zipped([
      file('a-es.txt', 'uno'),
      file('b.docx', 'dos'),
      file('a-es.txt', 'tres'),
      file('a-es.txt', 'cuatro'),
      file('.env', 'cinco'),
      file('.env', 'seis'),
    ]);

    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    const texts = Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(Object.fromEntries(texts)).toEqual({
      'a-es.txt': 'uno',
      'b.docx': 'dos',
      'a-es (2).txt': 'tres',
      'a-es (3).txt': 'cuatro',
      '.env': 'cinco',
      '.env (2)': 'seis',
    });
  });
});
