import { describe, expect, it } from '@jest/globals';
import { hash as argon2 } from '@node-rs/argon2';
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { fitsForeignHash, isForeignHash } from './foreign-hashes.js';
import { fitsLoopHash } from './loop-hashes.js';

/** Loops run here: threads have a test of their own. */
const fits = (stored: string, password: string): Promise<boolean> =>
  fitsForeignHash(stored, password, {
    fits: (...question) => Promise.resolve(fitsLoopHash(...question)),
  });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const argon2Of = (cost: string, salt = 'A'.repeat(22), digest = 'A'.repeat(43)): string =>
  `$argon2id$v=19$${cost}$${salt}$${digest}`;

describe('hashes of other systems', () => {
  it.each<[string, string, string]>([
    // As glibc and OpenSSL make them.
    ['SHA-256 crypt', 'Hello world!', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
    [
      'SHA-512 crypt',
      'Hello world!',
      '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    // phpass's own test.php.
    ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    // OpenBSD's and crypt_blowfish's own vectors (wrapper.c).
    ['bcrypt', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['bcrypt of PHP', 'U*U*U', '$2y$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
    // github.com/firebase/scrypt, README.
    [
      'Firebase',
      'user1password',
      '$firebase-scrypt$ln=14,r=8$42xEC+ixf3L2lw==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    ],
    [
      'Django',
      'correct horse',
      `pbkdf2_sha256$10000$seasalt$${pbkdf2Sync('correct horse', 'seasalt', 10_000, 32, 'sha256').toString('base64')}`,
    ],
    [
      'PBKDF2 as Keycloak has it',
      'correct horse',
      `$pbkdf2-sha512$i=21000$${base64(Buffer.from('0123456789abcdef'))}$${base64(pbkdf2Sync('correct horse', '0123456789abcdef', 21_000, 64, 'sha512'))}`,
    ],
    [
      'scrypt',
      'correct horse',
      `$scrypt$ln=12,r=8,p=1$${base64(Buffer.from('0123456789abcdef'))}$${base64(scryptSync('correct horse', '0123456789abcdef', 32, { N: 4096 }))}`,
    ],
  ])('of %s are checked', async (_name, password, stored) => {
    expect(isForeignHash(stored)).toBe(true);
    expect(await fits(stored, password)).toBe(true);
    expect(await fits(stored, `${password} `)).toBe(false);
    expect(await fits(stored, '')).toBe(false);
  });

  it('of bcrypt are of 72 bytes of a password', async () => {
    const stored = '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui';
    const read = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

    expect(await fits(stored, `${read}chars after 72 are ignored`)).toBe(true);
    expect(await fits(stored, read.slice(1))).toBe(false);
  });

  it('of argon2 with other parameters are checked', async () => {
    const stored = await argon2('correct horse', { memoryCost: 1024, timeCost: 3 });

    expect(await fits(stored, 'correct horse')).toBe(true);
    expect(await fits(stored, 'wrong horse')).toBe(false);
  });

  it('of argon2 with the least cost that there is are checked', async () => {
    const stored = await argon2('correct horse', { memoryCost: 16, timeCost: 1, parallelism: 2 });

    expect(await fits(stored, 'correct horse')).toBe(true);
  });

  it.each([
    ['a plain password', 'secret'],
    ['nothing', ''],
    ['plain MD5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['scrypt that takes a gigabyte', `$scrypt$ln=20,r=8,p=1$c2FsdHNhbHQ$${'A'.repeat(43)}`],
    ['PBKDF2 without end', `pbkdf2_sha256$9999999$salt$${'A'.repeat(43)}=`],
    ['PBKDF2 of a few rounds', `$pbkdf2-sha256$i=1$c2FsdA$${'A'.repeat(43)}`],
    [
      'argon2 that takes four gigabytes',
      `$argon2id$v=19$m=4194304,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    ],
    ['SHA-crypt without end', `$6$rounds=9999999$salt$${'A'.repeat(86)}`],
    ['bcrypt without end', `$2b$15$${'A'.repeat(53)}`],
    ['bcrypt of a faulty version', `$2x$10$${'A'.repeat(53)}`],
    ['phpass without end', `$P$Y${'A'.repeat(30)}`],
    ['Firebase with no bytes at all', '$firebase-scrypt$ln=1,r=1$$$=$='],
    ['Firebase with empty salts too', '$firebase-scrypt$ln=14,r=8$$$====$===='],
    ['Firebase with one byte', '$firebase-scrypt$ln=14,r=8$42xEC+ixf3L2lw==$Bw==$AA==$AA=='],
    [
      'Firebase without a salt',
      `$firebase-scrypt$ln=14,r=8$=$Bw==$${'A'.repeat(86)}==$${'A'.repeat(86)}==`,
    ],
    ['scrypt without a digest', '$scrypt$ln=12,r=8,p=1$c2FsdHNhbHQ$A'],
    ['scrypt without a salt', `$scrypt$ln=12,r=8,p=1$A$${'A'.repeat(43)}`],
    ['PBKDF2 without a digest', '$pbkdf2-sha256$i=21000$c2FsdA$A'],
    ['PBKDF2 without a salt', `$pbkdf2-sha256$i=21000$A$${'A'.repeat(43)}`],
    // What the libraries refuse would fail at each sign-in.
    ['argon2 without memory', argon2Of('m=1,t=1,p=1')],
    ['argon2 without memory for its lanes', argon2Of('m=8,t=1,p=2')],
    ['argon2 without passes', argon2Of('m=64,t=0,p=1')],
    ['argon2 without lanes', argon2Of('m=64,t=1,p=0')],
    ['argon2 with zeros in front', argon2Of('m=0064,t=1,p=1')],
    ['argon2 with bits beyond its salt', argon2Of('m=64,t=1,p=1', 'AAAAAAAAAAB')],
    ['argon2 with half a digest', argon2Of('m=64,t=1,p=1', 'AAAAAAAAAAA', 'A'.repeat(45))],
    [
      'scrypt with too many rounds for its blocks',
      `$scrypt$ln=16,r=1,p=1$c2FsdA$${'A'.repeat(43)}`,
    ],
    [
      'Firebase with too many rounds for its blocks',
      `$firebase-scrypt$ln=17,r=1$42xEC+ixf3L2lw==$Bw==$${'A'.repeat(86)}==$${'A'.repeat(86)}==`,
    ],
    ['a half hash', '$6$saltstring$svn8UoSVapNtMuq1uk'],
    ['something too long', `$6$salt$${'A'.repeat(5000)}`],
  ])('are refused: %s', async (_what, stored) => {
    expect(isForeignHash(stored)).toBe(false);
    expect(await fits(stored, 'secret')).toBe(false);
  });

  it.each([
    [
      '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    ],
    ['$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
    ['$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ])('do not read long passwords, which take the square of their length: %s', async (stored) => {
    const start = performance.now();

    expect(await fits(stored, 'x'.repeat(55_000))).toBe(false);
    expect(await fits(stored, 'é'.repeat(257))).toBe(false);
    expect(performance.now() - start).toBeLessThan(100);
  });
});
