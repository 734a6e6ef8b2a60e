import { describe, expect, it } from '@jest/globals';
import { consoleDesk, ID } from '../console-desk.js';
import { startRelay } from '../running-relay.js';

const desk = consoleDesk();

describe('silences', () => {
  it('are those of Alertmanager', async () => {
    expect(await (await desk.relay.admin('/relay/silences')).json()).toEqual({
      configured: true,
      silences: [
        {
          ...{ id: ID, state: 'active', matchers: ['alertname="A"', 'team!~"db|web"'] },
          ...{ starts_at: '2026-11-21T07:00:00Z', ends_at: '2026-11-21T08:00:00Z' },
          ...{ created_by: 'Anna', comment: 'the disk' },
        },
      ],
    });
  });

  it('are made and ended in the name of who did it', async () => {
    const wish = { matchers: [{ name: 'alertname', value: 'A' }], comment: 'moving' };
    const made = await desk.post('/relay/silences', { ...wish, ends_at: '2030-01-01T00:00:00Z' });
    const ended = await desk.relay.admin(`/relay/silences/${ID}`, { method: 'DELETE' });
    const unknown = ID.replace(/5$/, '6');
    const missed = await desk.relay.admin(`/relay/silences/${unknown}`, { method: 'DELETE' });

    expect(made).toEqual({ status: 201, body: { id: ID } });
    expect(desk.alertmanager.calls.find(({ method }) => method === 'POST')?.json).toMatchObject({
      matchers: [{ name: 'alertname', value: 'A', isRegex: false, isEqual: true }],
      ...{ endsAt: '2030-01-01T00:00:00.000Z', createdBy: 'administrator', comment: 'moving' },
    });
    expect(ended.status).toBe(204);
    expect(missed.status).toBe(502);
    expect((await desk.post('/relay/silences', { ...wish, matchers: [] })).status).toBe(400);
  });

  it.each(['2026-W48', '2026-330', '2026-11', '2026-11-25T08:00:00', 'tomorrow', 5])(
    'end at a time with its zone, and not at %j',
    async (endsAt) => {
      const matchers = [{ name: 'alertname', value: 'A' }];
      const wish = { matchers, comment: '', ends_at: endsAt };

      expect(await desk.post('/relay/silences', wish)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('ends_at') } },
      });
    },
  );

  it('need an Alertmanager', async () => {
    const without = await startRelay({ EVENTS_CONFIG: '' });

    const none = await (await without.admin('/relay/silences')).json();
    const wish = { matchers: [{ name: 'a', value: 'b' }], comment: '' };
    const body = JSON.stringify({ ...wish, ends_at: '2030-01-01T00:00:00Z' });
    const answer = await without.admin('/relay/silences', { method: 'POST', body });

    expect(none).toEqual({ configured: false, silences: [] });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error: { code: 'no_alertmanager' } });
    await without.close();
  });
});
