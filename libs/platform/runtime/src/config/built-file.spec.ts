import { describe, expect, it } from '@jest/globals';
import { builtFile } from './index.js';

describe('builtFile', () => {
  it('is in dist for a module that runs as its source', () => {
    const { href } = builtFile('file:///usr/src/a/src/checks/b.ts', './c.js');

    expect(href).toBe('file:///usr/src/a/dist/checks/c.js');
  });

  it('is beside a module that is built, wherever that is', () => {
    const { href } = builtFile('file:///usr/src/a/bundle/checks/b.js', './c.js');

    expect(href).toBe('file:///usr/src/a/bundle/checks/c.js');
  });
});
