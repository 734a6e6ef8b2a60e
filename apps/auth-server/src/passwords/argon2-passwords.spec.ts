import { afterAll, describe, expect, it } from '@jest/globals';
import { hash as argon2 } from '@node-rs/argon2';
import { Argon2Passwords } from './argon2-passwords.js';
import { NO_PASSWORD } from './passwords.js';
import { PasswordSettings } from './password.settings.js';
import { DigestThreads } from './threads/digest-threads.js';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };
const threads = new DigestThreads();
afterAll(() => threads.onApplicationShutdown());

/** Writes down what it computes. */
class Observed extends Argon2Passwords {
  readonly computed: string[] = [];

  constructor() {
    super(new PasswordSettings({ loginsRunning: 2 }), threads, CHEAP);
  }

  protected override fitsOwn(stored: string | undefined, password: string): Promise<boolean> {
    this.computed.push('ours');
    return super.fitsOwn(stored, password);
  }

  protected override fitsForeign(stored: string, password: string): Promise<boolean> {
    this.computed.push(stored);
    return super.fitsForeign(stored, password);
  }
}

/** phpass's own test.php. */
const PHPASS = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';

describe('a refusal', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['nobody', () => Promise.resolve(undefined)],
    ['somebody without a password', () => Promise.resolve(NO_PASSWORD)],
    ['somebody whose hash is ours', () => new Observed().hash('correct horse')],
    ['somebody who was imported', () => Promise.resolve(PHPASS)],
  ])('costs a hash of ours and one of another system for %s', async (_who, stored) => {
    const passwords = new Observed();
    const hash = await stored();

    expect(await passwords.verify(hash, 'wrong horse')).toBe(false);
    await passwords.makeUp(hash, 'wrong horse', PHPASS);
    expect(passwords.computed.toSorted()).toEqual([PHPASS, 'ours']);
  });

  it('costs one hash while nobody is imported', async () => {
    const passwords = new Observed();

    expect(await passwords.verify(undefined, 'wrong horse')).toBe(false);
    await passwords.makeUp(undefined, 'wrong horse', undefined);
    expect(passwords.computed).toEqual(['ours']);
  });

  it('of a password that is too long costs nothing', async () => {
    const passwords = new Observed();

    expect(await passwords.verify(PHPASS, 'x'.repeat(257))).toBe(false);
    await passwords.makeUp(PHPASS, 'x'.repeat(257), PHPASS);
    expect(passwords.computed).toEqual([]);
  });
});

describe('a hash', () => {
  it('of another system, or of another cost, is checked and outdated', async () => {
    const passwords = new Observed();
    const costly = await argon2('correct horse', { memoryCost: 1024, timeCost: 3 });

    expect(await passwords.verify(PHPASS, 'test12345')).toBe(true);
    expect(await passwords.verify(costly, 'correct horse')).toBe(true);
    expect([PHPASS, costly].map((one) => passwords.isOutdated(one))).toEqual([true, true]);
    expect(passwords.isOutdated(await passwords.hash('correct horse'))).toBe(false);
  });
});
