import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const FOLDER = new URL('../../mail/', import.meta.url);

describe('the layout of mails', () => {
  it('is what MJML makes of its source (node mail/build.mjs)', async () => {
    const { builtLayout } = (await import(new URL('build.mjs', FOLDER).href)) as {
      readonly builtLayout: () => Promise<string>;
    };

    expect(readFileSync(new URL('layout.html', FOLDER), 'utf8')).toBe(await builtLayout());
  });
});
