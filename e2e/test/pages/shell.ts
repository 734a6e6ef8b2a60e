import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { findingsOf } from '../../axe.js';
import { openPage, signInAt, STILL, type KeptSignIns, type WatchedPage } from '../../browser.js';

interface Person {
  readonly username: string;
  readonly password: string;
}

/** All six services, and a browser. */
export interface ShellUses {
  readonly origin: string;
  /** With the number of the machine in place of its name. */
  readonly gateway: string;
  readonly people: Readonly<Record<string, Person>>;
  readonly browser: Browser;
  readonly kept: KeptSignIns;
}

/** Each page with the address that people type, where it is then, and what shows that it is there and somebody is signed in. */
const VISITS: readonly (readonly [string, string, (page: Page) => Locator])[] = [
  ['/', '/', (page) => page.getByText('All 6 services are ready.')],
  ['/translate', '/translate', (page) => page.getByRole('tab', { name: 'Glossaries' })],
  ['/speech', '/speech/studio', (page) => page.getByRole('tab', { name: 'Lexicons' })],
  ['/inbox', '/inbox', (page) => page.getByText('live', { exact: true })],
  ['/ipt', '/ipt', (page) => page.getByRole('tab', { name: 'Gallery' })],
  ['/relay', '/relay/console', (page) => page.getByText('live', { exact: true })],
  ['/admin', '/admin/console', (page) => page.getByText('Active access tokens')],
];

/** One sign-in, one shell, and an address for each view, at the real services. */
export const describeShell = (uses: () => ShellUses): void =>
  describe('the shell of all pages', () => {
    let origin: string;
    let gateway: string;
    let people: ShellUses['people'];
    let browser: Browser;
    let kept: KeptSignIns;

    beforeAll(() => {
      ({ origin, gateway, people, browser, kept } = uses());
    });

    const open = async (path: string, options = {}): Promise<WatchedPage> => {
      const watched = await openPage(browser, origin, { ...STILL, ...options });
      await watched.page.goto(origin + path);
      return watched;
    };
    const signIn = async (page: Page, name: string) => {
      await signInAt(page, people[name]!);
    };
    /** Where it is not about the sign-in. */
    const openAs = async (name: string, path: string, options = {}): Promise<WatchedPage> =>
      open(path, { ...options, storageState: await kept.of(name) });
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    const selected = (page: Page, name: string) =>
      page.getByRole('tab', { name, exact: true, selected: true });
    const pathOf = (page: Page) => new URL(page.url()).pathname;
    const nav = (page: Page) => page.getByRole('navigation', { name: 'Pages' });

    it('no view with a table is wider than its window, whatever that is', async () => {
      const { page, problems, close } = await openAs('admin', '/admin/console/users');
      await page.getByRole('row').nth(1).waitFor();
      for (const view of ['users', 'clients', 'scopes', 'audit']) {
        await page.goto(`${origin}/admin/console/${view}`);
        await page.getByRole('row').nth(1).waitFor();
        // 640 is 1280 at 200 %.
        for (const width of [390, 640, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          const found = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect([view, found]).toEqual([view, width]);
        }
        expect([view, ...(await findingsOf(page))]).toEqual([view]);
      }
      expect(problems).toEqual([]);
      await close();
    });

    it('shows the tab of the view that was opened, where not all of them fit', async () => {
      const viewport = { width: 390, height: 844 };
      const { page, problems, close } = await openAs('teacher', '/speech/studio/usage', {
        viewport,
      });
      await selected(page, 'Usage').waitFor();

      const { x = -1, width = 0 } = (await selected(page, 'Usage').boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(viewport.width);
      expect(problems).toEqual([]);
      await close();
    });

    it('shows in forced colours which tab is chosen and which switches are on', async () => {
      const options = { forcedColors: 'active' };
      const { page, problems, close } = await openAs('teacher', '/inbox/settings', options);
      const colourOf = (selector: string, property: string) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector('${selector}')).${property}`,
        );
      await page.getByRole('switch').first().waitFor();

      expect(await colourOf('.sx-tab[data-selected]', 'borderBottomColor')).not.toBe(
        await colourOf('.sx-tab:not([data-selected])', 'borderBottomColor'),
      );
      const [track, thumb] = [
        await colourOf('.sx-switch-track', 'backgroundColor'),
        await colourOf('.sx-switch-thumb', 'backgroundColor'),
      ];
      expect(thumb).not.toBe(track);
      expect(problems).toEqual([]);
      await close();
    });

    describe.each([
      ['1280 pixels, light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
      ['1280 pixels, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
      ['390 pixels', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
    ])('at %s', (_name, options) => {
      it('a person signs in once, at a view, and visits every page without another click', async () => {
        const { page, problems, close } = await open('/translate/glossaries', options);
        await signIn(page, 'admin');
        await selected(page, 'Glossaries').waitFor();
        expect(pathOf(page)).toBe('/translate/glossaries');

        for (const [address, path, isThere] of VISITS) {
          await page.goto(origin + address);
          await isThere(page).waitFor();
          expect(pathOf(page)).toBe(path);
          const width = await page.evaluate<number>('document.documentElement.scrollWidth');
          expect(`${path} is ${width} pixels wide`).toBe(
            `${path} is ${options.viewport.width} pixels wide`,
          );
          expect([path, ...(await findingsOf(page))]).toEqual([path]);
        }

        expect(problems).toEqual([]);
        await close();
      });
    });

    describe('for somebody who is signed in', () => {
      let watched: WatchedPage;
      let page: Page;
      beforeAll(async () => {
        watched = await openAs('student', '/translate');
        ({ page } = watched);
        await selected(page, 'Text').waitFor();
      });
      afterAll(async () => {
        expect(watched.problems).toEqual([]);
        await watched.close();
      });

      it('lists the pages that this person may use', async () => {
        await nav(page).getByRole('link', { name: 'Inbox' }).waitFor();

        expect(await nav(page).getByRole('link').allInnerTexts()).toEqual([
          'Sextant',
          ...['Home', 'Translate', 'Speech', 'Inbox', 'IP-NFTs'],
        ]);
        expect(
          await nav(page).getByRole('link', { name: 'Translate' }).getAttribute('aria-current'),
        ).toBe('page');
      });

      it('has an address for each view: it is there after a reload, and Back leads where one came from', async () => {
        await page.goto(`${origin}/translate`);
        await page.getByRole('tab', { name: 'Documents', exact: true }).click();
        await page.getByRole('tab', { name: 'Memories', exact: true }).click();
        expect(pathOf(page)).toBe('/translate/memories');

        await page.reload();
        await selected(page, 'Memories').waitFor();
        await page.goBack();
        await selected(page, 'Documents').waitFor();
        await page.goBack();
        await selected(page, 'Text').waitFor();

        expect(pathOf(page)).toBe('/translate');
      });

      it.each([
        ['/speech/studio/lexicons', 'Lexicons'],
        ['/inbox/settings', 'Settings'],
        ['/ipt/app/proof', 'Proof'],
      ])('opens %s', async (path, tab) => {
        await page.goto(origin + path);

        await selected(page, tab).waitFor();
      });

      it('says of a view that there is none, and leads back', async () => {
        await page.goto(`${origin}/speech/studio/nothing`);

        await page.getByText('There is no such view').waitFor();
        await page.getByRole('main').getByRole('link').click();

        await selected(page, 'Text to speech').waitFor();
      });

      it('finds a view and a page by their names', async () => {
        await page.goto(`${origin}/translate`);
        await selected(page, 'Text').waitFor();

        await page.keyboard.press('Control+k');
        await page.getByRole('searchbox').fill('gloss');
        await page.getByRole('menuitem', { name: /^Glossaries/ }).waitFor();
        await page.keyboard.press('Enter');
        await selected(page, 'Glossaries').waitFor();
        await button(page, 'Go to a page or action').click();
        await page.getByRole('searchbox').fill('inbox');
        await page.getByRole('menuitem', { name: /^Inbox/ }).waitFor();
        await page.keyboard.press('Enter');

        await page.waitForURL(`${origin}/inbox`);
      });

      it('keeps the theme that somebody has chosen on every page', async () => {
        const background = () =>
          page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        const light = await background();

        await page.getByRole('button', { name: /^Account of/ }).click();
        await page.getByRole('menuitemradio', { name: 'Dark' }).click();
        const dark = await background();
        await page.goto(`${origin}/translate`);
        await selected(page, 'Text').waitFor();

        expect(dark).not.toBe(light);
        expect(await background()).toBe(dark);
      });

      it('says when nothing can be reached', async () => {
        await watched.context.setOffline(true);
        await page.getByText('You are offline.').waitFor();

        await watched.context.setOffline(false);

        await page.getByText('You are offline.').waitFor({ state: 'detached' });
      });

      it('keeps others out of the pages of administrators, and says so', async () => {
        await page.goto(`${origin}/admin`);

        await page.getByText('Your account cannot use this page').waitFor();
      });
    });

    it('what is opened in a view has an address too', async () => {
      const { page, problems, close } = await openAs('admin', '/admin/console/users');
      await button(page, 'student').click();
      await page.getByRole('dialog', { name: 'student' }).waitFor();
      expect(pathOf(page)).toMatch(/^\/admin\/console\/users\/[\w-]+$/);

      await page.reload();
      await page.getByRole('dialog', { name: 'student' }).waitFor();
      await page.keyboard.press('Escape');

      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(pathOf(page)).toBe('/admin/console/users');
      expect(problems).toEqual([]);
      await close();
    });

    it('a sign-out ends the session in every tab, also where it was done without a page of ours', async () => {
      const { page, context, problems, close } = await open('/translate');
      await signIn(page, 'student');
      await selected(page, 'Text').waitFor();
      const inbox = await context.newPage();
      await inbox.goto(`${origin}/inbox`);
      await inbox.getByText('live', { exact: true }).waitFor();
      const server = await context.newPage();
      await server.goto(`${origin}/oidc/logout`);

      await server.getByRole('button').first().click();

      await button(page, 'Sign in').waitFor();
      await button(inbox, 'Sign in').waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('a sign-in on one tab signs the others in', async () => {
      const { page, context, close } = await open('/translate');
      await button(page, 'Sign in').waitFor();
      const other = await context.newPage();
      await other.goto(`${origin}/speech`);

      await signIn(other, 'student');

      await selected(page, 'Text').waitFor();
      await close();
    });

    it('a page works alone where nobody says which others there are', async () => {
      const { page, close } = await openPage(browser, origin);
      await page.route('**/.well-known/sextant', (route) => route.abort());
      await page.goto(`${origin}/translate`);
      await signIn(page, 'student');

      await selected(page, 'Text').waitFor();
      expect(await nav(page).getByRole('link', { name: 'Home' }).count()).toBe(1);
      expect(await nav(page).getByRole('link', { name: 'Inbox' }).count()).toBe(0);
      await close();
    });

    it('on a phone the pages are below, and those without room behind "More"', async () => {
      const { page, problems, close } = await openAs('admin', '/translate', {
        viewport: { width: 390, height: 844 },
      });

      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Administration' }).click();
      await page.getByText('Active access tokens').waitFor();

      const { y = 0 } = (await nav(page).boundingBox()) ?? {};
      expect(y).toBeGreaterThan(700);
      expect(problems).toEqual([]);
      await close();
    });

    it('people who open the number of the machine come to its name, where they are signed in', async () => {
      const { page, close } = await openPage(browser, origin);

      await page.goto(`${gateway}/translate/memories?q=1`);

      expect(page.url()).toBe(`${origin}/translate/memories?q=1`);
      await close();
    });
  });
