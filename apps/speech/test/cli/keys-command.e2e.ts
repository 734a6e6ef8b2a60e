import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain } from '@sextant/platform-testing';
import { startSpeech, type RunningSpeech } from '../running-speech.js';

let speech: RunningSpeech;
beforeAll(async () => {
  speech = await startSpeech();
});
afterAll(() => speech.close());

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command, as an operator would. */
function keys(...args: readonly string[]): Promise<Outcome> {
  const script = builtMain('speech');
  const env = { ...process.env, DATABASE_URL: speech.database.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, 'keys', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const statusOf = async (key: string, path: string): Promise<number> =>
  (await speech.request('GET', path, { key })).status;

describe('the command for keys', () => {
  it('makes, lists, rotates and revokes keys of a new workspace', async () => {
    const { stdout } = await keys('create', '--workspace', 'acme', '--scopes', 'voices:read');
    const key = stdout.trim();
    expect(await statusOf(key, '/v1/voices/george')).toBe(200);
    expect(await statusOf(key, '/v1/admin/keys')).toBe(403);

    const [line = ''] = (await keys('list', '--workspace', 'acme')).stdout.split('\n');
    const [id = ''] = line.split('\t');
    expect(line).not.toContain(key);

    const rotated = (await keys('rotate', '--workspace', 'acme', '--id', id)).stdout.trim();
    expect(await statusOf(rotated, '/v1/voices/george')).toBe(200);
    expect((await keys('revoke', '--workspace', 'acme', '--id', id)).stdout).toContain('revoked');
  });

  it.each([
    [['create'], 2, '--workspace is missing'],
    [['steal', '--workspace', 'a'], 2, 'Name one command'],
    [['create', '--workspace', 'a', '--scopes', 'all'], 2, 'Scopes are'],
    [['revoke', '--workspace', 'a'], 2, '--id is missing'],
    [['revoke', '--workspace', 'a', '--id', 'x'], 1, 'no such key'],
    [['list', '--colour'], 2, 'Usage'],
  ])('%j ends with %i', async (args, code, message) => {
    const outcome = await keys(...args);

    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
  });
});
