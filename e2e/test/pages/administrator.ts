import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findingsOf } from '../../axe.js';
import { openPage, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { button, navigation, pathOf, selected, type ShellUses } from './shell-page.js';

/** Each page with the address that people type, where it is then, and what shows that it is there and somebody is signed in. */
const VISITS = [
  ['/', '/', (page: Page) => page.getByText('All 6 services are ready.')],
  ['/translate', '/translate', (page: Page) => page.getByRole('tab', { name: 'Glossaries' })],
  ['/speech', '/speech/studio', (page: Page) => page.getByRole('tab', { name: 'Lexicons' })],
  ['/inbox', '/inbox', (page: Page) => page.getByText('live', { exact: true })],
  ['/ipt', '/ipt', (page: Page) => page.getByRole('tab', { name: 'Gallery' })],
  ['/relay', '/relay/console', (page: Page) => page.getByText('live', { exact: true })],
  ['/admin', '/admin/console', (page: Page) => page.getByText('Active access tokens')],
] as const;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const LOOKS = [
  { look: '390 pixels', viewport: PHONE, colorScheme: 'light' },
  { look: '1280 pixels, light', viewport: DESKTOP, colorScheme: 'light' },
  { look: '1280 pixels, dark', viewport: DESKTOP, colorScheme: 'dark' },
] as const;

const widthOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth');

/** All pages in one tab of somebody who may see all of them: a browser profile for each case costs more than its page. */
export const describeAdministrator = (uses: () => ShellUses): void =>
  describe('for an administrator', () => {
    let origin: string;
    let watched: WatchedPage;
    let page: Page;
    /** How wide each page is in each look, and what axe finds there. */
    const seen = new Map<string, readonly [width: number, ...findings: readonly string[]]>();

    beforeAll(async () => {
      ({ origin } = uses());
      watched = await openPage(uses().browser, origin, { ...STILL, viewport: PHONE });
      ({ page } = watched);
    });
    afterEach(async () => {
      expect(watched.problems.splice(0)).toEqual([]);
      await page.setViewportSize(DESKTOP);
    });
    afterAll(() => watched.close());

    it('a person signs in once, at a view, and visits every page without another click', async () => {
      await page.goto(`${origin}/translate/glossaries`);
      await signInAt(page, uses().people['admin']!);
      await selected(page, 'Glossaries').waitFor();
      expect(pathOf(page)).toBe('/translate/glossaries');

      for (const [address, path, isThere] of VISITS) {
        await page.setViewportSize(PHONE);
        await page.goto(origin + address);
        await isThere(page).waitFor();
        expect(pathOf(page)).toBe(path);
        for (const { look, viewport, colorScheme } of LOOKS) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme });
          seen.set(`${path} ${look}`, [await widthOf(page), ...(await findingsOf(page))]);
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
    });

    describe.each(VISITS.map(([, path]) => path))('%s', (path) => {
      it.each(LOOKS)('fits its window and has no finding of axe, $look', ({ look, viewport }) => {
        expect(seen.get(`${path} ${look}`)).toEqual([viewport.width]);
      });
    });

    it('no view with a table is wider than its window, whatever that is', async () => {
      for (const view of ['users', 'clients', 'scopes', 'audit']) {
        await page.goto(`${origin}/admin/console/${view}`);
        await page.getByRole('row').nth(1).waitFor();
        // 640 is 1280 at 200 %.
        for (const width of [390, 640, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          expect([view, await widthOf(page)]).toEqual([view, width]);
        }
        expect([view, ...(await findingsOf(page))]).toEqual([view]);
      }
    });

    it('what is opened in a view has an address too', async () => {
      await page.goto(`${origin}/admin/console/users`);
      await button(page, 'student').click();
      await page.getByRole('dialog', { name: 'student' }).waitFor();
      expect(pathOf(page)).toMatch(/^\/admin\/console\/users\/[\w-]+$/);

      await page.reload();
      await page.getByRole('dialog', { name: 'student' }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(pathOf(page)).toBe('/admin/console/users');
    });

    it('shows the tab of the view that was opened, where not all of them fit', async () => {
      await page.setViewportSize(PHONE);
      await page.goto(`${origin}/speech/studio/usage`);
      await selected(page, 'Usage').waitFor();

      const { x = -1, width = 0 } = (await selected(page, 'Usage').boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    });

    it('shows in forced colours which tab is chosen and which switches are on', async () => {
      const colourOf = (selector: string, property: string) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector('${selector}')).${property}`,
        );
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(`${origin}/inbox/settings`);
      await page.getByRole('switch').first().waitFor();

      expect(await colourOf('.sx-tab[data-selected]', 'borderBottomColor')).not.toBe(
        await colourOf('.sx-tab:not([data-selected])', 'borderBottomColor'),
      );
      const [track, thumb] = [
        await colourOf('.sx-switch-track', 'backgroundColor'),
        await colourOf('.sx-switch-thumb', 'backgroundColor'),
      ];
      expect(thumb).not.toBe(track);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    it('on a phone the pages are below, and those without room behind "More"', async () => {
      await page.setViewportSize(PHONE);
      await page.goto(`${origin}/translate`);

      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Administration' }).click();
      await page.getByText('Active access tokens').waitFor();

      const { y = 0 } = (await navigation(page).boundingBox()) ?? {};
      expect(y).toBeGreaterThan(700);
    });
  });
