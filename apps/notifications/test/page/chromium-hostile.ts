import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventOf } from '../events.js';
import { person } from '../people.js';
import { message, type Running } from '../running.js';
import type { Sending } from './chromium-sending.js';

const API = '/api/notifications';
const PHONE = { width: 360, height: 740 };

/** Right-to-left override, which nothing ends. */
const TURNED = '\u202Egnirts';
const UNBROKEN = 'W'.repeat(10_000);
const RUNNING = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 2">',
  '<svg onload="window.ran = 3">',
  '<a href="javascript:window.ran = 4">press</a>',
  'javascript:window.ran=5',
  '</title></h2><iframe srcdoc="<script>parent.ran = 6</script>">',
  '{{constructor.constructor("window.ran = 7")()}}',
].join(' ');

/** What others write is shown as it is: it runs nothing, leads nowhere and stays within its place. */
export function describeHostile(now: () => Sending): void {
  describe('texts that mean no good', () => {
    let running: Running;
    let page: Page;
    let name: string;
    let problems: readonly string[];

    beforeEach(async () => {
      ({ running, page, name, problems } = now());
      await page.setViewportSize(PHONE);
    });

    const send = (title: string, description: string, userName = 'Mallory') =>
      running
        .as(`mallory-${name}`, { roles: ['manager'], claims: { userName } })
        .call('POST', API, message([name], { title, description }));
    const list = () => page.getByRole('list', { name: 'Notifications' });
    const item = (start: string) => list().getByRole('listitem').filter({ hasText: start }).first();
    const open = async (start: string) => {
      await item(start).getByRole('heading').getByRole('button').click();
      await page.getByRole('dialog').waitFor();
    };
    const close = () =>
      page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();

    /** What ran, what leads somewhere, and what is wider than the place that it is in. */
    const harm = () =>
      page.evaluate<{ ran: unknown; elements: string[]; outside: string[] }>(`(() => {
        const foreign = 'script, iframe, img, object, embed, [onerror], [onload], [href^="javascript" i]';
        const places = [...document.querySelectorAll('main, [role=dialog]')];
        const wide = (element) => {
          const { left, right } = element.getBoundingClientRect();
          return right > document.documentElement.clientWidth + 1 || left < -1;
        };
        const texts = 'h2, p, article, li, bdi, time, button, span';
        return {
          ran: window.ran ?? null,
          elements: places.flatMap((one) => [...one.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML)),
          outside: [
            ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['page'] : []),
            ...places.flatMap((one) => [...one.querySelectorAll(texts)].filter(wide).map(({ className, tagName }) => tagName + ' ' + className)),
          ],
        };
      })()`);
    const NONE = { ran: null, elements: [], outside: [] };

    it('are shown as text in the list and when they are opened', async () => {
      await send(RUNNING, RUNNING, '<b onclick="window.ran = 8">Mallory</b>');
      await now().signIn();
      await item('<script>').waitFor();
      const listed = await harm();

      await open('<script>');
      await page.getByRole('dialog').getByText(RUNNING).last().waitFor();
      const opened = await harm();
      await close();

      expect([listed, opened]).toEqual([NONE, NONE]);
      expect(problems).toEqual([]);
    });

    it('stay within the page without a place to break', async () => {
      await send(UNBROKEN.slice(0, 500), UNBROKEN, UNBROKEN.slice(0, 200));
      await now().signIn();
      await item('WWW').waitFor();
      const listed = await harm();

      await open('WWW');
      await page.getByRole('dialog').getByText(UNBROKEN).waitFor();
      const opened = await harm();
      await close();

      expect([listed, opened]).toEqual([NONE, NONE]);
      expect(problems).toEqual([]);
    });

    it('turn nothing round but themselves', async () => {
      await send(TURNED, TURNED, TURNED);
      await now().signIn();
      const about = item('gnirts').locator('p');
      await about.waitFor();

      // The time comes after the name, though the name never says where it ends.
      const [nameBox, timeBox] = [
        await about.locator('bdi').boundingBox(),
        await about.locator('time').boundingBox(),
      ];

      expect(timeBox!.x).toBeGreaterThanOrEqual(nameBox!.x + nameBox!.width);
      expect(await harm()).toEqual(NONE);
    });

    it('harm no teacher who writes them, or whose class is called so', async () => {
      const classId = `${RUNNING.slice(0, 100)}${UNBROKEN.slice(0, 100)}`;
      running.issuer.session.as = { roles: ['teacher'] };
      await running.service.call('PUT', `/internal/registrations/${person(name).user}`, {
        ...{ academyId: 'academy-1', active: true },
      });
      await running.service.call(
        ...(['POST', '/internal/events'] as const),
        eventOf('class.membership.changed', {
          ...{ academyId: 'academy-1', classId, version: Date.now() },
          ...{ students: [person(`${name}-one`)], teachers: [person(name)] },
        }),
      );
      await now().signIn();
      await page.getByRole('tab', { name: 'Sent' }).click();
      await page.getByRole('button', { name: 'New message' }).click();
      await page.getByLabel('Title').fill(UNBROKEN.slice(0, 400) + TURNED);
      await page.getByLabel('Text').fill(RUNNING + UNBROKEN);
      const written = await harm();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('heading', { name: 'Send to 1 people?' }).waitFor();
      const asked = await harm();
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();

      await page
        .getByRole('list', { name: 'Sent' })
        .getByText('1 have it, 0 have read it')
        .waitFor();

      expect([written, asked, await harm()]).toEqual([NONE, NONE, NONE]);
      expect(problems).toEqual([]);
    });

    it('harm no operator', async () => {
      const letter = { id: `letter-${name}`, at: new Date(), reason: RUNNING + UNBROKEN };
      await running.stored.storage.deadLetters.bury({ ...letter, event: TURNED + RUNNING });
      const { body } = await send(RUNNING.slice(0, 100) + UNBROKEN.slice(0, 300), RUNNING);
      running.issuer.session.as = {
        ...{ roles: ['admin'], academyId: 'default' },
        claims: { scope: 'openid notifications notifications:admin' },
      };
      await page.goto(`${running.url}/inbox/operations`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('tab', { name: 'Dead letters' }).click();
      await page.getByRole('heading', { name: '<script>' }).first().waitFor();
      const letters = await harm();
      await running.stored.storage.deadLetters.remove(letter.id);

      await page.getByRole('tab', { name: 'Trail' }).click();
      await page.getByLabel('Id of a notification').fill(body.notifications[0]?._id ?? '');
      await page.getByRole('button', { name: 'Look' }).click();
      await page.getByRole('heading', { name: '<script>' }).waitFor();

      expect([letters, await harm()]).toEqual([NONE, NONE]);
      expect(problems).toEqual([]);
    });
  });
}
