import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openPage, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { describeAdministrator } from './administrator.js';
import { button, navigation, pathOf, selected, type ShellUses } from './shell-page.js';

/** One sign-in, one shell, and an address for each view, at the real services. */
export const describeShell = (uses: () => ShellUses): void =>
  describe('the shell of all pages', () => {
    let origin: string;
    let gateway: string;
    let people: ShellUses['people'];
    let browser: Browser;

    beforeAll(() => {
      ({ origin, gateway, people, browser } = uses());
    });

    const open = async (path: string, options = {}): Promise<WatchedPage> => {
      const watched = await openPage(browser, origin, { ...STILL, ...options });
      await watched.page.goto(origin + path);
      return watched;
    };
    const signIn = async (page: Page, name: string) => {
      await signInAt(page, people[name]!);
    };

    describeAdministrator(uses);

    describe('for somebody who is signed in', () => {
      let watched: WatchedPage;
      let page: Page;
      beforeAll(async () => {
        watched = await open('/translate');
        ({ page } = watched);
        await signIn(page, 'student');
        await selected(page, 'Text').waitFor();
      });
      afterAll(async () => {
        expect(watched.problems).toEqual([]);
        await watched.close();
      });

      it('lists the pages that this person may use', async () => {
        await navigation(page).getByRole('link', { name: 'Inbox' }).waitFor();

        expect(await navigation(page).getByRole('link').allInnerTexts()).toEqual([
          'Sextant',
          ...['Home', 'Translate', 'Speech', 'Inbox', 'IP-NFTs'],
        ]);
        expect(
          await navigation(page)
            .getByRole('link', { name: 'Translate' })
            .getAttribute('aria-current'),
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
      expect(await navigation(page).getByRole('link', { name: 'Home' }).count()).toBe(1);
      expect(await navigation(page).getByRole('link', { name: 'Inbox' }).count()).toBe(0);
      await close();
    });

    it('people who open the number of the machine come to its name, where they are signed in', async () => {
      const { page, close } = await openPage(browser, origin);

      await page.goto(`${gateway}/translate/memories?q=1`);

      expect(page.url()).toBe(`${origin}/translate/memories?q=1`);
      await close();
    });
  });
