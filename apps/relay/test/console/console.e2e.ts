import { describe, expect, it } from '@jest/globals';
import { consoleDesk } from '../console-desk.js';
import { startRelay, until, WITH_HISTORY } from '../running-relay.js';

const desk = consoleDesk();

describe('why an event goes where it goes', () => {
  it('is told by route and condition, with the message', async () => {
    const { body } = await desk.post('/relay/explain', { event_id: await desk.idOf('A') });

    expect(body).toEqual({
      routes: [
        {
          conditions: [
            { text: 'severity="critical"', holds: true },
            { text: 'team=~"db|web"', holds: true },
          ],
          ...{ matches: true, reached: true, continue: true, sinks: ['webhook'], group_by: [] },
        },
        {
          conditions: [{ text: 'severity="critical"', holds: true }],
          ...{ matches: true, reached: true, continue: false, sinks: ['stdout'], group_by: [] },
        },
        {
          conditions: [],
          ...{ matches: true, reached: false, continue: false, sinks: ['webhook'], group_by: [] },
        },
      ],
      unmatched: false,
      deliveries: [
        { sink: 'webhook', target: expect.any(String), message: 'A at here', reason: null },
        { sink: 'stdout', target: expect.any(String), message: 'line', reason: null },
      ],
    });
  });

  it('is told of dead letters, too', async () => {
    const list = await (await desk.relay.admin('/relay/dead-letters')).json();
    const [{ id }] = (list as { dead_letters: [{ id: number }] }).dead_letters;

    const { body } = await desk.post('/relay/explain', { dead_letter: id });

    expect(body).toMatchObject({ deliveries: [{ sink: 'webhook', message: 'Refused at there' }] });
    expect((await desk.post('/relay/explain', { dead_letter: id + 1000 })).status).toBe(404);
    expect((await desk.post('/relay/explain', { event_id: 'nosuch' })).status).toBe(404);
    expect((await desk.post('/relay/explain', {})).status).toBe(400);
  });
});

describe('a template that is tried', () => {
  const attempt = async (template: string, option = 'webhook-out-message') =>
    (await desk.post('/relay/templates/try', { event_id: await desk.idOf('A'), option, template }))
      .body;

  it('is listed as it is deployed', async () => {
    const { templates } = (await (await desk.relay.admin('/relay/templates')).json()) as {
      readonly templates: readonly { readonly option: string; readonly template: string }[];
    };

    expect(templates).toContainEqual({
      option: 'webhook-out-message',
      template: '{{ .data.labels.alertname }} at {{ .data.labels.place }}',
    });
  });

  it('renders the event, and shows what differs from what is deployed', async () => {
    expect(await attempt('{{ .data.labels.team }} in trouble')).toEqual({
      output: 'db in trouble',
      fault: null,
      warnings: [],
      difference: expect.stringContaining(
        '-{{ .data.labels.alertname }} at {{ .data.labels.place }}\n+{{ .data.labels.team }} in trouble',
      ),
    });
    expect(await attempt('{{ .data.labels.alertname }} at {{ .data.labels.place }}')).toMatchObject(
      { output: 'A at here', difference: '' },
    );
  });

  it.each([
    ['one\n  {{ nosuch .x }}', 2, 6, 'function "nosuch" not defined'],
    ['{{ if }}', 1, 7, 'missing value for if'],
    ['a\nb {{ index .data 1 2 }}', 2, 6, 'error calling index'],
  ])('says where it is wrong: %j', async (template, line, column, message) => {
    expect(await attempt(template)).toMatchObject({
      output: null,
      fault: { line, column, message: expect.stringContaining(message) },
    });
  });

  it('warns of what only the upstream tool has', async () => {
    const { warnings } = await attempt('{{ if false }}{{ jsonata . "x" }}{{ end }}x');

    expect(warnings).toEqual([expect.stringContaining('jsonata')]);
  });

  it('is not compared for long with one that has nothing in common with it', async () => {
    const words = (begin: string) =>
      Array.from({ length: 40_000 }, (_unused, line) => `${begin} ${line}`).join('\n');
    const option = 'discord-out-message';
    const long = await startRelay({
      ...WITH_HISTORY,
      EVENTS_CONFIG: '',
      EVENTS_DISCORD_OUT_URL: desk.sink.url,
      EVENTS_DISCORD_OUT_MESSAGE: words('deployed'),
      EVENTS_STDOUT_OUT_MESSAGE: 'line',
      EVENTS_ROUTES: JSON.stringify([{ sinks: ['stdout'] }]),
    });
    await long.alert({ alertname: 'Long' });
    const found = async () =>
      (await (await long.admin('/relay/history?label=alertname%3DLong')).json()) as {
        readonly events: readonly { readonly id: string }[];
      };
    await until(async () => (await found()).events.length > 0);
    const [event] = (await found()).events;
    const body = JSON.stringify({ event_id: event?.id, option, template: words('given') });

    const answer = await long.admin('/relay/templates/try', { method: 'POST', body });
    await long.close();

    expect(await answer.json()).toMatchObject({ difference: '(too unlike to be compared)' });
  });

  it('is one that is deployed', async () => {
    const body = { event_id: await desk.idOf('A'), option: 'discord-out-message', template: 'x' };

    expect(await desk.post('/relay/templates/try', body)).toMatchObject({
      status: 404,
      body: { error: { code: 'template_not_found' } },
    });
  });
});

describe('dead letters in bulk', () => {
  it('are thrown away together', async () => {
    const list = await (await desk.relay.admin('/relay/dead-letters')).json();
    const ids = (list as { dead_letters: { id: number }[] }).dead_letters.map(({ id }) => id);

    expect((await desk.post('/relay/dead-letters/remove', { ids })).body).toEqual({ removed: 1 });
    expect((await desk.post('/relay/dead-letters/remove', { ids })).status).toBe(404);
    expect((await desk.post('/relay/dead-letters/remove', { ids: [] })).status).toBe(400);
  });
});

describe('the page', () => {
  it('is there where people can sign in, and calls nobody but the issuer', async () => {
    const issuer = 'https://login.example';
    const started = await startRelay({ EVENTS_CONFIG: '', AUTH_ISSUER: issuer });

    const page = await fetch(`${started.url}/relay/console`);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${issuer};`);
    expect(await page.text()).toContain('"clientId":"sextant-relay"');
    expect((await fetch(`${desk.relay.url}/relay/console`)).status).toBe(404);
    await started.close();
  });
});
