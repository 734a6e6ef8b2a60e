import { describe, expect, it } from '@jest/globals';
import { AesSealer } from './aes-sealer.js';

describe('AesSealer', () => {
  const sealer = new AesSealer({ keyEncryptionKey: Buffer.alloc(32, 1), keyLifetimeDays: 90 });

  it('opens what it has sealed, and seals it differently every time', () => {
    const [first, second] = [sealer.seal('the secret', 'a'), sealer.seal('the secret', 'a')];

    expect(sealer.open(first, 'a')).toBe('the secret');
    expect(first.equals(second)).toBe(false);
    expect(first.includes('secret')).toBe(false);
  });

  it('opens nothing that was changed, moved or sealed under another key', () => {
    const sealed = sealer.seal('the secret', 'a');
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed[sealed.length - 1] ?? 0) ^ 1;

    expect(() => sealer.open(changed, 'a')).toThrow();
    expect(() => sealer.open(sealed, 'b')).toThrow();
    expect(() =>
      new AesSealer({ keyEncryptionKey: Buffer.alloc(32, 2), keyLifetimeDays: 90 }).open(
        sealed,
        'a',
      ),
    ).toThrow();
  });

  it('derives keys that differ by purpose', () => {
    expect(sealer.derive('cookies').equals(sealer.derive('csrf'))).toBe(false);
  });
});
