import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventOf } from '../events.js';
import { person } from '../people.js';
import type { Running } from '../running.js';

const API = '/api/notifications';

/** What the cases share with those of the inbox: of the case that runs. */
export interface Sending {
  readonly running: Running;
  readonly page: Page;
  readonly name: string;
  readonly problems: readonly string[];
  readonly signIn: () => Promise<void>;
  readonly openSettings: () => Promise<void>;
}

/** The part of the inbox page in which teachers write to their classes. */
export function describeSending(now: () => Sending): void {
  describe('messages to many', () => {
    let running: Running;
    let page: Page;
    let name: string;
    let problems: readonly string[];
    let students: readonly string[];
    let classId: string;

    beforeEach(async () => {
      ({ running, page, name, problems } = now());
      students = ['one', 'two'].map((each) => `${name}-${each}`);
      classId = `class-${name}`;
      running.issuer.session.as = { roles: ['teacher'] };
      await running.service.call('PUT', `/internal/registrations/${person(name).user}`, {
        ...{ academyId: 'academy-1', active: true },
      });
      await running.service.call(
        ...(['POST', '/internal/events'] as const),
        eventOf('class.membership.changed', {
          ...{ academyId: 'academy-1', classId, year: 'seven', version: 1 },
          ...{ students: students.map(person), teachers: [person(name)] },
        }),
      );
    });

    const open = async () => {
      await now().signIn();
      await page.getByRole('tab', { name: 'Sent' }).click();
      await page.getByText('Nothing sent yet').waitFor();
    };
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const confirm = (action: string) =>
      page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    const write = async (title: string, sendAt?: string) => {
      await button('New message').click();
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Text').fill('Bring your boots.');
      if (sendAt === undefined) return;
      await page.getByText('Send later').click();
      await page.getByLabel('When').fill(sendAt);
    };
    const sent = (title: string) =>
      page.getByRole('list', { name: 'Sent' }).getByRole('listitem').filter({ hasText: title });
    const received = async (student: string) =>
      (await running.as(student).call('GET', `${API}?type=received`)).body.notifications;

    it('goes to a class of the teacher’s own, who sees how many have read it', async () => {
      await open();
      await write('Excursion');
      await button('Send').click();
      // The teacher of the class gets nothing.
      await page.getByRole('heading', { name: 'Send to 2 people?' }).waitFor();
      await page.getByText(/^“\u2068Excursion\u2069” to: \u2068Class /).waitFor();
      await page.getByText(`Class ${classId}\u2069, now.`).waitFor();
      await confirm('Send');

      await sent('Excursion').getByText('2 have it, 0 have read it').waitFor();
      const [record] = await received(students[0] ?? '');
      await running.as(students[0] ?? '').call('PUT', `${API}/${record?._id ?? ''}/check`);
      await button('Refresh').click();
      await page.getByRole('tab', { name: 'Received' }).click();
      await page.getByRole('tab', { name: 'Sent' }).click();

      await sent('Excursion').getByText('2 have it, 1 have read it').waitFor();
      expect(problems).toEqual([]);
    });

    it('waits for its time, is changed and is cancelled', async () => {
      await open();
      // By which clock, is the browser's to say.
      const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
      await write('Concert', inAWeek);
      await button('Save').click();
      await confirm('Save');
      await sent('Concert').getByText('scheduled').waitFor();

      await sent('Concert').getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('When').waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/inbox\/sent\/.+/);
      await page.reload();
      expect(await page.getByLabel('When').inputValue()).toBe(inAWeek);
      await page.getByLabel('Title').fill('Concert in the hall');
      await button('Save').click();
      await confirm('Save');
      const changed = sent('Concert in the hall');
      await changed.getByText('scheduled').waitFor();
      await changed.getByRole('button', { name: 'Cancel it' }).click();
      await confirm('Cancel it');

      await changed.getByText('cancelled', { exact: true }).waitFor();
      expect(await changed.getByRole('button').count()).toBe(0);
      expect(await received(students[0] ?? '')).toEqual([]);
      expect(problems).toEqual([]);
    });

    it('asks for what is missing, and goes to nobody when it is not confirmed', async () => {
      await open();
      await write('');
      expect(new URL(page.url()).pathname).toBe('/inbox/sent/new');
      await button('Send').click();
      await page.getByText('A title and a text, please.').waitFor();
      await page.getByLabel('Title').fill('No');
      await button('Send').click();
      await confirm('Cancel');
      await button('Back').click();

      await page.getByText('Nothing sent yet').waitFor();
    });

    it('is not there for whoever may not send', async () => {
      running.issuer.session.as = { roles: ['student'] };
      await now().signIn();

      await now().openSettings();

      expect(await page.getByRole('tab', { name: 'Sent' }).count()).toBe(0);
      expect(problems).toEqual([]);
    });
  });
}
