import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const WHOLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** The same engine without windows: half of the processor time. */
export const HEADLESS: string =
  ['/usr/bin/chromium-headless-shell', WHOLE].find(existsSync) ?? WHOLE;

/** Whether this machine has a browser; `npm test` brings one, and CHROMIUM says where another is. */
export const hasBrowser = existsSync(WHOLE);

export interface BrowserOptions {
  /** Further arguments, such as what its microphone hears. */
  readonly args?: readonly string[];
  /** Shows notifications, asks for permissions and lets a test answer redirected requests, as one with windows does. */
  readonly isWhole?: boolean;
}

/** A Chromium without windows. */
export const launchBrowser = ({ args = [], isWhole }: BrowserOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: isWhole === true || process.env['CHROMIUM'] !== undefined ? WHOLE : HEADLESS,
    args: ['--no-sandbox', ...args],
  });
