import type { Kind } from '@sextant/platform-runtime/config';
import { SHARED_VOICES } from './catalogue.js';

/** Names of voices in a setting, and what speaks for them. */
export const voiceNames: Kind<ReadonlyMap<string, string>> = {
  expected:
    'built-in voices and what speaks for them, separated by commas: george=kokoro-0; or none',
  parse: (value) => {
    if (value === 'none') return new Map(SHARED_VOICES.map(({ id }) => [id, id]));
    const pairs = value.split(',').map((item) => item.trim().split('='));
    const isKnown = pairs.every(
      ([name = '', other = '', ...more]) =>
        SHARED_VOICES.some(({ id }) => id === name) &&
        /^[\w.+-]{1,200}$/.test(other) &&
        more.length === 0,
    );
    return isKnown ? new Map(pairs.map(([name = '', other = '']) => [name, other])) : undefined;
  },
};
