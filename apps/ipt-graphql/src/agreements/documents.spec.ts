import { describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-http/errors';
import { contentHashOf, rawCid } from '../content/cid.js';
import { positionOf, stepAfter } from '../flows/flow.js';
import { canonicalBytes, parseObject } from '../fields/strict-json.js';
import { fill } from './template.js';
import { ipnftTerms } from '../terms/terms.js';

const canonical = (text: string): string =>
  Buffer.from(canonicalBytes(parseObject(text, 'document'))).toString('utf8');

describe('canonical JSON', () => {
  it('is that of RFC 8785, section 3.2.2', () => {
    // The example of section 3.2.2, without its number beyond 2^53.
    const given = String.raw`{"numbers": [333333333.33333329, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`;

    expect(canonical(given)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts by UTF-16 code units and normalizes nothing (section 3.2.3)', () => {
    expect(
      canonical(
        '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
      ),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
    expect(canonical('{"a":"o\\u0308"}')).not.toBe(canonical('{"a":"\\u00f6"}'));
  });

  it.each([
    '[]',
    '1',
    '{"a": 9007199254740992}',
    '{"a": -1e300}',
    '{"a": "\\ud800"}',
    '{"\\udc00": 1}',
    '{"a": "\\u0000"}',
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    '{"a": 1, "a": 1}',
    '{"a": [{"b": 1, "\\u0062": 2}]}',
    `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}, "a": 1}`,
  ])('refuses %s', (text) => {
    expect(() => parseObject(text, 'document')).toThrow(Problem);
  });

  it('takes the same name in objects beside and below each other', () => {
    expect(canonical('{"a": {"a": [{"b": 1}, {"b": 2}]}, "b": 3}')).toBe(
      '{"a":{"a":[{"b":1},{"b":2}]},"b":3}',
    );
  });
});

describe('CIDs', () => {
  it('are those of other implementations', () => {
    // `ipfs add --cid-version=1 --raw-leaves` of "hello world", and of nothing.
    expect(rawCid(Buffer.from('hello world')).toString()).toBe(
      'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
    );
    expect(rawCid(Buffer.alloc(0)).toString()).toBe(
      'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    );
  });

  it('and hashes are read in all their spellings', () => {
    const hex = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';

    for (const text of [
      hex,
      `0x${hex.toUpperCase().toLowerCase()}`,
      rawCid(Buffer.from('hello world')).toString(),
    ]) {
      expect(contentHashOf(text)).toBe(hex);
    }
    expect(contentHashOf('abc')).toBeUndefined();
  });
});

describe('templates', () => {
  it('never read a fact as a placeholder', () => {
    expect(fill('{{a}} {{b.c}} {{d}}', { a: '{{b.c}}', b: { c: 7 } })).toBe('{{b.c}} 7 ');
  });
});

describe('terms', () => {
  const terms = (type: string) =>
    ipnftTerms({
      metadataCid: 'cid',
      document: { properties: { agreements: [{ type, content_hash: 'ff' }] } },
      minter: '0xM',
      chainId: 1,
      contract: '0xC',
    }).message;

  it('cannot be given a forged line by a type', () => {
    expect(terms('A\nChain ID: 5').split('\n')).toHaveLength(terms('A').split('\n').length);
  });
});

describe('flows', () => {
  it('go forwards, start over with a new agreement or metadata, and end with what the chain has seen', () => {
    expect(stepAfter('MINT', 'AGREEMENT_READY', 'METADATA_PINNED')).toBe('METADATA_PINNED');
    expect(stepAfter('MINT', 'SIGNED_OFF', 'TERMS_ISSUED')).toBe('SIGNED_OFF');
    expect(stepAfter('MINT', 'SIGNED_OFF', 'METADATA_PINNED')).toBe('METADATA_PINNED');
    expect(stepAfter('MINT', 'TERMS_ISSUED', 'AGREEMENT_READY')).toBe('AGREEMENT_READY');
    expect(stepAfter('MINT', 'MINT_SEEN', 'AGREEMENT_READY')).toBe('MINT_SEEN');
    expect(stepAfter('TOKENIZE', 'TOKENIZED', 'AGREEMENT_READY')).toBe('TOKENIZED');
  });

  it('say what comes next', () => {
    expect(positionOf({ kind: 'MINT', step: 'SIGNED_OFF' })).toEqual({
      number: 8,
      of: 9,
      next: 'IPNFT.mintReservation',
    });
    expect(positionOf({ kind: 'TOKENIZE', step: 'AGREEMENT_READY' }).next).toBe(
      'getIptTermsMessage',
    );
  });
});
