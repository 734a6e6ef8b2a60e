import { describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, forSetting, jsonOfFile } from './index.js';

const here = fileURLToPath(import.meta.url);

describe('forSetting', () => {
  it('gives what is made', () => {
    expect(forSetting('CA_FILE', () => 7)).toBe(7);
  });

  it.each([
    [
      'a file that is not there',
      () => readFileSync('/nowhere/a'),
      'CA_FILE: "/nowhere/a" must be a file that the service can read (ENOENT: no such file or directory)',
    ],
    [
      'a folder that is a file',
      () => readdirSync(here),
      `CA_FILE: ${JSON.stringify(here)} must be a folder that the service can read (ENOTDIR: not a directory)`,
    ],
    [
      'a file that is a folder',
      () => readFileSync(dirname(here)),
      'CA_FILE: must be a file that the service can read (EISDIR: illegal operation on a directory)',
    ],
    [
      'a folder that cannot be made',
      () => mkdirSync(here),
      `CA_FILE: ${JSON.stringify(here)} must be a folder that the service can write to (EEXIST: file already exists)`,
    ],
    [
      'a file with something else',
      () => jsonOfFile('hunter2'),
      "CA_FILE: It is not JSON: Unexpected token 'h', the text is not valid JSON.",
    ],
    [
      'several lines',
      () => {
        throw new Error('one\ntwo');
      },
      'CA_FILE: one',
    ],
  ])('names the setting and the reason for %s', (_, make, complaint) => {
    const told = new ConfigError([complaint]).message;

    expect(() => forSetting('CA_FILE', make)).toThrow(expect.objectContaining({ message: told }));
  });

  it('names it for what OpenSSL cannot read', () => {
    expect(() => forSetting('CA_FILE', () => new X509Certificate('x'))).toThrow(ConfigError);
  });

  it('leaves what is said of another setting as it is', () => {
    const inner = () => {
      throw new ConfigError(['KEY_FILE: one']);
    };

    expect(() => forSetting('CA_FILE', inner)).toThrow(new ConfigError(['KEY_FILE: one']));
  });

  it('leaves a defect its stack', () => {
    const defect = () => (undefined as unknown as string[]).map(String);

    expect(() => forSetting('CA_FILE', defect)).toThrow(TypeError);
  });
});
