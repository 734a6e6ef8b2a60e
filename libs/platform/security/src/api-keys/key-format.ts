import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '@sextant/platform-runtime/clock';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'sxt_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** 30 characters of 62 are 178 bits: a plain hash is enough, no stretching is needed. */
const FORMAT = /^sxt_[0-9A-Za-z]{36}(?::[a-z]{2})?$/;

/**
 * A new secret: `sxt_`, 30 random base62 characters and their CRC32 as 6 more, so that secret
 * scanners find keys by their prefix and sort out look-alikes without asking (our choice).
 *
 * @param suffix two letters that tell clients something about the key; written after a colon
 */
export function newSecret(random: Random, suffix?: string): string {
  const body = PREFIX + randomText(random);
  return body + checksum(body) + (suffix === undefined ? '' : `:${suffix}`);
}

/** Whether a text can be a key at all; decides without a look-up. */
export function isWellFormed(secret: string): boolean {
  if (!FORMAT.test(secret)) return false;
  const body = secret.slice(0, PREFIX.length + RANDOM_LENGTH);
  return secret.slice(body.length, body.length + CHECKSUM_LENGTH) === checksum(body);
}

/** What is stored of a key: SHA-256 of the secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What may be shown of a key: its first and last characters. */
export const mask = (secret: string): string => `${secret.slice(0, 8)}...${secret.slice(-4)}`;

function randomText(random: Random): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random.bytes(RANDOM_LENGTH)) {
      // 248 = 4 * 62: larger bytes would favour the first characters of the alphabet.
      if (byte < 248 && text.length < RANDOM_LENGTH) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = ALPHABET.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
