import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { p1363 } from './access-tokens.js';

describe('p1363', () => {
  it('turns every DER signature into the 64 bytes that verifiers of JWTs read', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;

    // One number in 128 is shorter than 32 bytes or has a zero before it that shows: all occur here.
    const wrong = Array.from({ length: 2000 }, (_, index) => Buffer.from(`token ${index}`)).filter(
      (data) => {
        const signature = p1363(sign('sha256', data, privateKey));
        return signature.length !== 64 || !verify('sha256', data, key, signature);
      },
    );

    expect(wrong).toEqual([]);
  });

  it('fills short numbers with zeros at the front', () => {
    const der = Buffer.from('3006020101020200ff', 'hex');

    const expected = `${'00'.repeat(31)}01${'00'.repeat(31)}ff`;
    expect(p1363(der).toString('hex')).toBe(expected);
  });
});
