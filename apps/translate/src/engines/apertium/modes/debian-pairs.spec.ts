import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { packageOf } from './debian-pairs.js';
import { DEBIAN_MODES_DIRECTORY } from './modes.js';
import { directionsOfMode } from './mode-name.js';

describe('the packages of Debian', () => {
  it('bring what is said of them, as far as they are installed here', () => {
    const files = execFileSync('dpkg', ['-S', `${DEBIAN_MODES_DIRECTORY}/*.mode`], {
      encoding: 'utf8',
    });
    const brought = files
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [, name = '', mode = ''] = /^(\S+): .*\/([^/]+)\.mode$/.exec(line) ?? [];
        return directionsOfMode(mode).map((direction) => ({ name, direction }));
      });

    // At the least those that the default pairs need.
    expect(new Set(brought.map(({ name }) => name)).size).toBeGreaterThanOrEqual(4);
    for (const { name, direction } of brought) {
      expect({ direction, name: packageOf(direction) }).toEqual({ direction, name });
    }
  });
});
