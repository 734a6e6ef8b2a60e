import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { requireProof, type Proof } from './bound-tokens.js';

const HEADER = 'ssl-client-cert';
/** Valid from 2020 to 2100; both are signed by themselves. */
const MACHINE =
  'MIIBFjCBvaADAgECAgEBMAoGCCqGSM49BAMCMBIxEDAOBgNVBAMTB21hY2hpbmUwIBcNMjAwMTAxMDAwMDAwWhgPMjEwMDAxMDEwMDAwMDBaMBIxEDAOBgNVBAMTB21hY2hpbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASohQ1B9JuCjlZYk7NXBJpIQRjUbocStMxP1UKjAo9GcLWv8IQni3vw/NVJdrWIc+8HnQOrm2nk3ESZIv5VMfUdowIwADAKBggqhkjOPQQDAgNIADBFAiEAlBaVhFj/bCRCt2ck9Gw5ugT5pHPSg+MMGd9tl5RSSrsCIBSyseV3HSNMynUAgtA/SmE3m3f9ZC5zRvBteaj+bv2u';
const OTHER =
  'MIIBETCBuaADAgECAgEBMAoGCCqGSM49BAMCMBAxDjAMBgNVBAMTBW90aGVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMDAwMTAxMDAwMDAwWjAQMQ4wDAYDVQQDEwVvdGhlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDm2dXry1q3nAe9cnzhFhLBTL4rkLZ5oqLpzk+5IBRm1qAVz6wR1F7fUsewgMzhG/r+WbenVXE4yg0jQ4WklQrWjAjAAMAoGCCqGSM49BAMCA0cAMEQCIE24wxY9gC8oLx/+Z+dm/BcCkG0pM/QFNPLmmFM/MW19AiBq0JNG/0HhgnlGQ+eWeJSlB68CLH63tYPFo5rM8HA+Kw==';
const THUMBPRINT = 'QbUYjcA-h4g_wbxqEJ9V2-CeNeYrhUYQrhRFV31kXbI';
const BOUND = { 'x5t#S256': THUMBPRINT };
const NOW = Date.parse('2026-11-21T12:00:00Z');

const from = (headers: Record<string, string>, peer = '10.0.0.1') =>
  ({
    headers,
    socket: { remoteAddress: peer },
    app: { get: () => (address: string) => address === '10.0.0.1' },
  }) as unknown as Request;
const escaped = (base64: string): string =>
  encodeURIComponent(`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`);

const isProven = (cnf: unknown, proof: Partial<Proof> = {}): boolean => {
  const request = from({ [HEADER]: escaped(MACHINE) });
  try {
    requireProof(
      { cnf },
      {
        ...{ authCertificateHeader: HEADER, request, nowMs: NOW },
        ...proof,
      },
    );
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_token', status: 401 });
    return false;
  }
};

describe('a token that is bound', () => {
  it('to a certificate counts with that one, in either form of the header', () => {
    expect(isProven(BOUND)).toBe(true);
    expect(isProven(BOUND, { request: from({ [HEADER]: `:${MACHINE}:` }) })).toBe(true);
    expect(isProven(BOUND, { authCertificateHeader: 'SSL-Client-Cert' })).toBe(true);
  });

  it('to nothing counts without', () => {
    expect(isProven(undefined, { request: undefined })).toBe(true);
  });

  it.each<[string, unknown, Partial<Proof>]>([
    ['where the header has no name', BOUND, { authCertificateHeader: undefined }],
    ['without a request', BOUND, { request: undefined }],
    ['without a certificate', BOUND, { request: from({}) }],
    ['with another one', BOUND, { request: from({ [HEADER]: escaped(OTHER) }) }],
    ['with two', BOUND, { request: from({ [HEADER]: escaped(MACHINE) + escaped(OTHER) }) }],
    ['by a peer that is no proxy', BOUND, { request: from({ [HEADER]: escaped(MACHINE) }, '::1') }],
    ['before the certificate is valid', BOUND, { nowMs: Date.parse('2019-12-31') }],
    ['after it has expired', BOUND, { nowMs: Date.parse('2100-01-02') }],
    ['to a key', { jkt: THUMBPRINT }, {}],
    ['to a key as well', { ...BOUND, jkt: 'x' }, {}],
    ['to nothing that is known', {}, {}],
    ['to a number', { 'x5t#S256': 1 }, {}],
    ['to text', THUMBPRINT, {}],
    ['to null', null, {}],
  ])('is refused %s', (_how, cnf, proof) => {
    expect(isProven(cnf, proof)).toBe(false);
  });
});
