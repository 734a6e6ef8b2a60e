import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CONSOLE } from './page-addresses.js';
import type { WatchedPage } from './browser.js';

const ALERTMANAGER = process.env['ALERTMANAGER_URL'];

/** A template that fails for one alert, routes to show, and the Alertmanager of the tests where there is one. */
export const CONSOLE_SETTINGS: Readonly<Record<string, string>> = {
  EVENTS_STDOUT_OUT_MESSAGE:
    '{{ .time }} {{ .type }}{{ with .data.labels }} {{ .alertname }}{{ if eq .alertname "Broken" }}{{ index .alertname 99 }}{{ end }}{{ end }}',
  EVENTS_ROUTES: JSON.stringify([
    { match: ['severity="critical"', 'team="db"'], sinks: ['stdout'], continue: true },
    { sinks: ['stdout'] },
  ]),
  ...(ALERTMANAGER === undefined ? {} : { EVENTS_ALERTMANAGER_API_URL: ALERTMANAGER }),
};

export interface ConsoleUses {
  readonly open: (path: string, options?: object) => Promise<WatchedPage>;
  readonly signIn: (page: Page, name: string) => Promise<void>;
  readonly origin: () => string;
}

/** The tab of the console, and what is done with it. */
interface Desk {
  readonly page: Page;
  readonly tab: (name: string) => Promise<void>;
  readonly alert: (labels: Record<string, string>) => Promise<void>;
}

type Job = (desk: Desk) => Promise<void>;

const whatHappens: Job = async ({ page, alert }) => {
  await alert({ alertname: 'DiskFull', severity: 'critical', team: 'web' });

  const now = page.getByRole('list', { name: 'Now' });
  await now.getByText('delivered').first().waitFor();
  await now.getByRole('button', { name: 'DiskFull' }).first().click();

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('list', { name: 'Deliveries' }).getByText('delivered').waitFor();
  await dialog.getByRole('img', { name: 'The event goes to stdout.' }).waitFor();
  const why = dialog.getByRole('list', { name: 'Routes' }).getByRole('listitem');
  expect(await why.allInnerTexts()).toEqual([
    'Does not match. Does not hold: team="db".',
    expect.stringContaining('Matches.'),
  ]);
  await dialog
    .getByRole('list', { name: 'Messages' })
    .getByText(/DiskFull$/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
};

const search: Job = async ({ page, alert }) => {
  await alert({ alertname: 'Findable', severity: 'low' });
  await page.getByLabel('Labels (name=value, …)').fill('severity=low');
  await page.getByLabel('Text', { exact: true }).fill('findable');
  await page.getByRole('button', { name: 'Search' }).click();

  const found = page.getByRole('list', { name: 'Events found' });
  await found.getByRole('button', { name: 'Findable' }).first().waitFor();
  expect(await found.getByRole('button', { name: 'DiskFull' }).count()).toBe(0);

  await page.getByLabel('Text', { exact: true }).fill('nowhere at all');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No events found').waitFor();
};

const queues: Job = async ({ page, tab }) => {
  await tab('Queues');

  await page.getByText('This process delivers.').waitFor();
  await page.getByText(/Sinks: stdout/).waitFor();
};

const templates: Job = async ({ page, tab }) => {
  await tab('Templates');
  await page.getByRole('button', { name: /Event$/ }).click();
  await page.getByRole('option', { name: 'DiskFull (AlertmanagerEvent)' }).first().click();
  const text = page.getByLabel('Text of the template');

  await text.fill('Look: {{ .data.labels.alertname }}');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('Look: DiskFull', { exact: true }).waitFor();
  await page.getByText('+Look: {{ .data.labels.alertname }}').waitFor();

  await text.fill('Look:\n  {{ nosuch }}');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('Line 2, column 6:').waitFor();
  await page.getByText(/function "nosuch" not defined/).waitFor();
};

const deadLetters: Job = async ({ page, tab, alert }) => {
  await alert({ alertname: 'Broken', severity: 'low' });
  // Until it is there: the tab asks when it is opened.
  const broken = page.getByRole('button', { name: 'Broken' });
  do {
    await tab('Configuration');
    await tab('Dead letters');
    await page.getByText('No dead letters').or(broken.first()).waitFor();
  } while ((await broken.count()) === 0);
  await broken.first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(/index out of range/)
    .first()
    .waitFor();
  await dialog.getByLabel('Text of the template').fill('mended {{ .type }}');
  await dialog.getByRole('button', { name: 'Try', exact: true }).click();
  await dialog.getByText('mended AlertmanagerEvent', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('columnheader').locator('.sx-checkbox').click();
  await page.getByRole('button', { name: /^Send again \(1\)/ }).click();
  await page.getByText('1 wait for their sinks again.').waitFor();
  // The deployed template is as broken as it was.
  do {
    await tab('Configuration');
    await tab('Dead letters');
    await page.getByText('No dead letters').or(broken.first()).waitFor();
  } while ((await broken.count()) === 0);
  await page.getByRole('columnheader').locator('.sx-checkbox').click();
  await page.getByRole('button', { name: /^Remove \(1\)/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No dead letters').waitFor();
};

const configuration: Job = async ({ page, tab }) => {
  await tab('Configuration');
  const yaml = page.getByLabel('Configuration file (YAML)');

  await yaml.fill('options:\n  chat-stale-seconds: 60\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('valid', { exact: true }).waitFor();
  await page.getByText('+  chat-stale-seconds: 60').waitFor();

  await yaml.fill('options:\n  no-such: 60\n');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('not valid', { exact: true }).waitFor();
  await page.getByText(/no-such: unknown option/).waitFor();
};

const silences: Job = async ({ page, tab }) => {
  const name = `FromTheConsole${Date.now()}`;
  await tab('Silences');
  await page.getByLabel('Labels (name=value, …)').fill(`alertname=${name}`);
  await page.getByLabel('Comment').fill('moving the disk');
  await page.getByRole('button', { name: 'Silence', exact: true }).click();

  const line = page
    .getByRole('list', { name: 'Silences' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await line.getByText('active').waitFor();
  await line.getByRole('button', { name: /^End/ }).click();
  await line.getByText('expired').waitFor();
};

const JOBS: readonly (readonly [string, Job])[] = [
  ['shows what happens as it happens, where it went and why', whatHappens],
  ['searches the history', search],
  ['shows queues', queues],
  ['tries a template against an event, and says where it is wrong', templates],
  [
    'inspects a dead letter, tries another template with it, sends it again and removes it',
    deadLetters,
  ],
  ['checks a configuration, shows what it changes, and writes nothing', configuration],
];

/** The console's jobs, in a browser, with the started stack. */
export function describeConsole({ open, signIn, origin }: ConsoleUses): void {
  describe('the console of relay', () => {
    let watched: WatchedPage;

    const desk = (): Desk => ({
      page: watched.page,
      tab: (name) => watched.page.getByRole('tab', { name, exact: true }).click(),
      alert: (labels) => sendAlert(origin(), labels),
    });

    beforeAll(async () => {
      watched = await open(CONSOLE);
      await watched.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await signIn(watched.page, 'admin');
      await watched.page.getByText('live', { exact: true }).waitFor();
    });
    afterEach(() => {
      expect(watched.problems).toEqual([]);
    });
    afterAll(() => watched.close());

    it.each(JOBS)('%s', (_title, job) => job(desk()));

    (ALERTMANAGER === undefined ? it.skip : it)(
      'makes a silence in Alertmanager and ends it (needs ALERTMANAGER_URL)',
      () => silences(desk()),
    );

    it('lets nobody in who is no administrator', async () => {
      const other = await open(CONSOLE);
      await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await signIn(other.page, 'student');

      await other.page.getByText('Your account cannot use this page').waitFor();
      expect(await other.page.getByRole('list', { name: 'Events found' }).count()).toBe(0);
      await other.close();
    });
  });
}

async function sendAlert(origin: string, labels: Record<string, string>): Promise<void> {
  const startsAt = new Date().toISOString();
  const answer = await fetch(`${origin}/relay/alertmanager`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ alerts: [{ status: 'firing', labels, startsAt }] }),
  });
  expect(answer.status).toBe(200);
}
