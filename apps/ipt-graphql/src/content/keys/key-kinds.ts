import type { Kind } from '@sextant/platform-runtime/config';

export const googleCryptoKey: Kind<string> = {
  expected: 'projects/…/locations/…/keyRings/…/cryptoKeys/…',
  parse: (value) =>
    /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/.test(value)
      ? value
      : undefined,
};

export const transitKey: Kind<string> = {
  expected: 'the mount of a transit engine, / and the name of a key',
  parse: (value) => (/^[\w-]+(\/[\w-]+)+$/.test(value) ? value : undefined),
};
