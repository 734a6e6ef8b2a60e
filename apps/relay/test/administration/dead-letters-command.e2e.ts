import { describe, expect, it } from '@jest/globals';
import { runCommand } from '../../src/cli/run-command.js';
import { ADMIN_TOKEN, startRelay, until } from '../running-relay.js';
import { stubServer } from '../stub-server.js';

describe('relay dead-letters', () => {
  it('says which server does not answer', async () => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const words = ['list', '--url', 'http://127.0.0.1:1'];

    const code = await runCommand('dead-letters', words, { env: {}, out: say, err: say });

    expect([code, lines]).toEqual([1, [expect.stringContaining('http://127.0.0.1:1')]]);
  });

  it('lists, replays and removes with the token of the environment', async () => {
    const sink = await stubServer(() => ({ status: 400, body: 'no' }));
    const running = await startRelay({ EVENTS_WEBHOOK_OUT_URL: sink.url });
    await running.alert({ alertname: 'One' });
    await running.alert({ alertname: 'Two' });
    await until(async () => (await running.status()).dead_letters === 2);
    const run = async (words: string[], token = ADMIN_TOKEN) => {
      const lines: string[] = [];
      const say = (line: string) => void lines.push(line);
      const terminal = { env: { EVENTS_ADMIN_TOKEN: token }, out: say, err: say };
      const code = await runCommand('dead-letters', [...words, '--url', running.url], terminal);
      return [code, lines.join('\n')] as const;
    };

    const [listed, lines] = await run(['list']);
    const denied = await run(['list'], 'wrong');
    const removed = await run(['remove', '1']);
    sink.answer = () => ({});
    const replayed = await run(['replay', '--all']);
    const usage = await run(['replay']);
    await until(() => sink.calls.length === 3);
    await running.close();
    await sink.close();

    expect(listed).toBe(0);
    expect(lines.split('\n')[0]).toMatch(/^2\t.*\twebhook 127.*\tTwo\tHTTP 400: no$/);
    expect(denied[0]).toBe(1);
    expect(removed).toEqual([0, 'Removed: 1']);
    expect(replayed).toEqual([0, 'Queued again: 1']);
    expect(usage[0]).toBe(2);
  });
});
