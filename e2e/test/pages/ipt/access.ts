import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openPage, STILL } from '../../../browser.js';
import type { IptPage } from './ipt-page.js';

/** Webhooks and keys. */
export const accessCases = (at: () => IptPage): void => {
  it('lets administrators alone make webhooks, and try them', async () => {
    const { origin, browser, page, signIn } = at();
    expect(await page.getByRole('tab', { name: 'Webhooks' }).count()).toBe(0);
    const admin = await openPage(browser, origin, STILL);
    await signIn(admin.page, 'admin');
    await admin.page.getByRole('tab', { name: 'Webhooks' }).click();
    const panel = admin.page.getByRole('tabpanel', { name: 'Webhooks' });
    await panel.getByRole('textbox', { name: 'Address (https)' }).fill('https://localhost/hook');
    await panel.getByRole('button', { name: 'Add it' }).click();
    await panel.getByRole('button', { name: 'Show: Secret, shown this once' }).waitFor();
    const item = panel.getByRole('article', { name: 'https://localhost/hook' });
    await item.getByRole('button', { name: 'Send a test' }).click();
    const line = item.getByRole('listitem').filter({ hasText: 'ipt.test' });
    while (!(await line.innerText()).includes('localhost is not a public address.')) {
      await item.getByRole('button', { name: 'Refresh' }).click();
      await sleep(200);
    }
    await item.getByRole('button', { name: 'Delete: https://localhost/hook' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await panel.getByText('There is no webhook yet').waitFor();

    expect(admin.problems).toEqual([]);
    await admin.close();
  });

  it('never has an API key in the browser', () => {
    const { headers } = at();
    expect(headers.length).toBeGreaterThan(0);
    expect(headers).toContain('authorization');
    expect(headers).not.toContain('x-api-key');
  });
};
