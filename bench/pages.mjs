/**
 * pages: how soon can somebody work with a page? Each is opened anew (nothing kept) in Chromium whose processor is slowed down and
 * whose network is a mobile one, by a person who is signed in, until Ctrl+K opens the finder: then its own code answers keys.
 * Options: --rounds N (3), --slower N (times the processor is slower, 4).
 */
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { median } from './lib/median.mjs';
import { ProductStack } from './lib/product-stack.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
  },
});
const PAGES = ['/', '/translate', '/speech/studio', '/inbox', '/ipt', '/relay/console'];
const CONSOLE = '/admin/console';
/** What browsers' own tools call "fast 4G". */
const NETWORK = {
  offline: false,
  latency: 60,
  downloadThroughput: (9 * 1024 * 1024) / 8,
  uploadThroughput: (1.5 * 1024 * 1024) / 8,
};
const BETWEEN_KEYS_MS = 25;

const stack = await ProductStack.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const context = await signedIn(stack.credentials);
  const rows = [];
  for (const path of [...PAGES, CONSOLE]) {
    const views = [];
    for (let left = Number(values.rounds); left > 0; left -= 1)
      views.push(await view(context, path));
    rows.push({
      page: path,
      'ms to work': round(median(views.map(({ ms }) => ms))),
      'KB sent': round(median(views.map(({ bytes }) => bytes)) / 1000),
      requests: median(views.map(({ requests }) => requests)),
    });
  }
  table(rows);
  save('pages', { machine: machine(), slower: Number(values.slower), rows });
} finally {
  await browser.close();
  await stack.stop();
}

/** An administrator may use all of them. */
async function signedIn({ gateway, auth_server: { admin } }) {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${gateway}${CONSOLE}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('User name or e-mail address').fill(admin.username);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('tab').first().waitFor();
  await page.close();
  return context;
}

async function view(context, path) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(values.slower) });
  let [bytes, requests] = [0, 0];
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const startMs = performance.now();
  await page.goto(`${stack.credentials.gateway}${path}`, { waitUntil: 'commit' });
  const finder = page.getByRole('dialog');
  while (!(await finder.isVisible())) {
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  const ms = performance.now() - startMs;
  await page.close();
  return { ms, bytes, requests };
}
