import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHANNELS } from '../../src/sinks/channels/channels.js';
import { VENDORS } from '../../src/sources/vendors/vendors.js';

const isPossible =
  process.env['ALERTMANAGER_URL'] !== undefined && process.env['KAFKA_BROKERS'] !== undefined;

(isPossible ? describe : describe.skip)(
  'a real Prometheus and Alertmanager, needs ALERTMANAGER_URL and KAFKA_BROKERS',
  () => {
    it('fire and resolve a real rule, and every sink hears of both', async () => {
      const script = join(workspaceRoot(), 'scripts/demo/relay-run.mjs');

      const { stdout } = await promisify(execFile)(process.execPath, [script], {
        timeout: 170_000,
      });

      expect(stdout).toContain(
        '/chatbot/bot123:DEMO/sendMessage\n    [FIRING] DemoErrors on 127.0.0.1',
      );
      expect(stdout).toContain('5 errors &lt;a minute&gt;');
      expect(stdout).toContain('/teamchat/chat.update\n    [RESOLVED] DemoErrors');
      expect(stdout).toContain('/workplacechat\n    [RESOLVED] DemoErrors');
      expect(stdout).toContain('"status":"resolved"');
      expect(stdout).toContain('org.sextant.relay.alertmanager.alert.resolved.v1');
      expect(stdout).toContain('event: AlertmanagerEvent DemoErrors resolved');
      for (const { event } of VENDORS) expect(stdout).toContain(`event: ${event}`);
      // RabbitMQ has no stub: brokers.long.e2e.ts has the real one.
      const shown = CHANNELS.map(({ name }) => name).filter((name) => name !== 'rabbitmq');
      for (const name of shown) expect(stdout).toContain(`\n${name}\n`);
      expect(stdout).toContain('event: NomadEvent');
      expect(stdout).toContain('Everything arrived everywhere.');
    });
  },
);
