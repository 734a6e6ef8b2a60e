import type { Browser } from '../browser.js';
import { allow } from '../flows.js';

/**
 * Signs in where a host has sent somebody.
 *
 * @returns the address at the host to which that leads
 */
export async function signInFor(browser: Browser, start: URL, name = 'grace'): Promise<URL> {
  let visit = await browser.get(`${start.pathname}${start.search}`);
  for (let steps = 0; steps < 6; steps += 1) {
    const { location } = visit;
    if (location === undefined) {
      visit = await allow(browser, visit, name);
      continue;
    }
    const next = new URL(location, browser.origin);
    if (next.origin !== browser.origin) return next;
    visit = await browser.get(`${next.pathname}${next.search}`);
  }
  throw new Error(`It leads nowhere: ${visit.status} ${visit.text}`);
}
