import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startOf, type TestDatabase } from '@sextant/platform-testing';
import { AUTH_KEY } from './running-translate.js';

export interface TranslateProcess {
  readonly process: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly url: string;
}

/** The built service in a process of its own, which a test can kill. */
export async function startProcess(
  database: TestDatabase,
  env: Readonly<Record<string, string>>,
): Promise<TranslateProcess> {
  const started = spawn(process.execPath, [...startOf('translate'), '--port', '0'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      BOOTSTRAP_AUTH_KEY: AUTH_KEY,
      REQUESTS_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { process: started, ended: once(started, 'exit'), url: await urlOf(started) };
}

/** From the log line that tells the port. */
function urlOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      const [, port] = /"url":"[^"]*:(\d+)"/.exec(text) ?? [];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
}
