import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '@sextant/platform-testing/browser';
import type { Browser } from 'playwright-core';
import { makePlace, StartRun } from './started-stack.js';

/** Some services with a browser, for all the pages of a file. */
export interface StartedPages {
  /** As people open it: cookies belong to a name. */
  readonly origin: string;
  /** What `npm start` has written of keys and people; each page reads its own. */
  readonly credentials: unknown;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export interface PagesOptions {
  readonly only: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Of the browser, such as what its microphone hears. */
  readonly args?: readonly string[];
  /** Before the start. */
  readonly prepare?: (dataDir: string) => Promise<void>;
}

export async function startPages(options: PagesOptions): Promise<StartedPages> {
  const { only, env, args = [], prepare } = options;
  const place = await makePlace();
  await prepare?.(place.dataDir);
  const run = new StartRun({ ...place, env: { ...place.env, ...env } }, ['--only', only.join()]);
  await run.isStarted();
  const file = await readFile(join(place.dataDir, 'dev-credentials.json'), 'utf8');
  const browser = await launchBrowser({ args });
  return {
    origin: place.gateway.replace('127.0.0.1', 'localhost'),
    credentials: JSON.parse(file),
    browser,
    close: async () => {
      await browser.close();
      await run.stop();
      StartRun.stopAll();
      await rm(place.dataDir, { recursive: true, force: true });
    },
  };
}
