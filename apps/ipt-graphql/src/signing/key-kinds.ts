import type { Kind } from '@sextant/platform-runtime/config';
import { isHexString } from 'ethers';
import { parsePkcs11Uri, type Pkcs11Place } from './pkcs11-uri.js';

export const privateKey: Kind<string> = {
  expected: '32 bytes in hexadecimal digits, with 0x before them',
  parse: (value) => (isHexString(value, 32) ? value : undefined),
};

export const googleKey: Kind<string> = {
  expected: 'projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/…',
  parse: (value) =>
    /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+$/.test(
      value,
    )
      ? value
      : undefined,
};

/** By http on the same machine only: the token is sent there. */
export const azureKey: Kind<string> = {
  expected: 'https://…/keys/<name>/<version>',
  parse: (value) =>
    /^(https:\/\/[\w.-]+(:\d+)?|http:\/\/127\.0\.0\.1:\d+)\/keys\/[\w-]+\/[0-9a-f]{32}$/i.test(
      value,
    )
      ? value
      : undefined,
};

export const pkcs11Key: Kind<Pkcs11Place> = {
  expected: 'pkcs11:token=…;object=…?module-path=/…, and no PIN in it',
  parse: parsePkcs11Uri,
};
