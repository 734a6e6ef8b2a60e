import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtMain } from '@sextant/platform-testing';
import { execFile } from 'node:child_process';
import { ADMIN_KEY, startTranslate, type RunningTranslate } from '../running-translate.js';

let running: RunningTranslate;

beforeAll(async () => {
  running = await startTranslate();
});

afterAll(() => running.close());

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command, as an operator would. */
function keys(...args: readonly string[]): Promise<Outcome> {
  const script = builtMain('translate', 'keys');
  const env = { ...process.env, DATABASE_URL: running.database.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const statusOf = async (key: string, path: string) =>
  (await running.request('GET', path, { key })).status;

describe('the command for keys', () => {
  it('makes an administrator of a new organization, who sees nothing of others', async () => {
    const { stdout } = await keys('create', '--organization', 'acme', '--admin', '--label', 'root');
    const key = stdout.trim();

    const answer = await running.request('GET', '/v2/admin/developer-keys', { key });

    expect(await answer.json()).toMatchObject([{ label: 'root', is_deactivated: false }]);
    expect(await statusOf(ADMIN_KEY, '/v2/usage')).toBe(200);
  });

  it('makes keys of the free plan', async () => {
    const { stdout } = await keys('create', '--organization', 'free', '--free');

    expect(stdout.trim()).toMatch(/:fx$/);
    expect(
      await (await running.request('GET', '/v2/usage', { key: stdout.trim() })).json(),
    ).toEqual({
      character_count: 0,
      character_limit: 500_000,
    });
  });

  it('lists keys without their secrets, and ends them', async () => {
    const { stdout: created } = await keys('create', '--organization', 'ending');
    const { stdout: listed } = await keys('list', '--organization', 'ending');
    const [id = ''] = listed.split('\t');

    const { stdout: ended } = await keys('deactivate', '--organization', 'ending', '--id', id);

    expect(listed).toContain('\tactive\t');
    expect(listed).not.toContain(created.trim());
    expect(ended).toContain('\tdeactivated\t');
    expect(await statusOf(created.trim(), '/v2/usage')).toBe(403);
  });

  it.each([
    [['--help'], 0, 'Usage:'],
    [[], 2, 'Name one command.'],
    [['make', '--organization', 'a'], 2, 'Name one command.'],
    [['create'], 2, '--organization is missing.'],
    [['create', '--organisation', 'a'], 2, '--organisation'],
    [['deactivate', '--organization', 'a', '--id', 'x'], 1, 'There is no such key.'],
  ])('answers %j with code %i', async (args, code, text) => {
    const outcome = await keys(...args);

    expect(outcome.code).toBe(code);
    expect(outcome.stdout + outcome.stderr).toContain(text);
  });
});
