import { describe, expect, it } from '@jest/globals';
import { AlertmanagerSilences } from '../../src/chat/alertmanager-silences.js';

const { ALERTMANAGER_URL } = process.env;

(ALERTMANAGER_URL === undefined ? describe.skip : describe)(
  'a real Alertmanager, needs ALERTMANAGER_URL',
  () => {
    it('takes the silence, knows it again by its click, and it is over when it is told', async () => {
      const silencing = new AlertmanagerSilences({ url: ALERTMANAGER_URL ?? '', key: undefined });
      const labels = { alertname: `Act${Date.now()}`, path: 'a"b\\c' };

      const id = await silencing.silence({
        ...{ labels, untilMs: Date.now() + 3_600_000, by: 'Anna', requestId: 'r1' },
      });

      const answer = await fetch(`${ALERTMANAGER_URL}/api/v2/silence/${id}`);
      expect(await answer.json()).toMatchObject({
        ...{ createdBy: 'Anna', status: { state: 'active' } },
        matchers: expect.arrayContaining([
          { name: 'path', value: 'a"b\\c', isRegex: false, isEqual: true },
        ]) as unknown,
      });
      await expect(silencing.isMade({ labels, requestId: 'r1' })).resolves.toBe(true);
      await expect(silencing.isMade({ labels, requestId: 'r2' })).resolves.toBe(false);
      await silencing.end(id);
      await expect(silencing.isMade({ labels, requestId: 'r1' })).resolves.toBe(false);
      await silencing.resolve(labels, new Date(Date.now() - 60_000).toISOString());
    });
  },
);
