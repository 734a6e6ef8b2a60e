import { describe, expect, it } from '@jest/globals';
import { KubernetesSource } from '../src/admission/kubernetes-source.js';
import { ReviewThread } from '../src/admission/review-thread.js';
import { SlackSocket } from '../src/chat/slack-socket.js';
import { TelegramUpdates } from '../src/chat/telegram-updates.js';
import { HangUp } from '../src/deployment/hang-up.js';
import { Dispatcher } from '../src/dispatch/dispatcher.js';
import { Heartbeats } from '../src/heartbeats/heartbeats.js';
import { History } from '../src/history/history.js';
import { Recorder } from '../src/history/recorder.js';
import { HttpsListener } from '../src/inputs/https-listener.js';
import { Intake } from '../src/intake/intake.js';
import { Escalations } from '../src/on-call/escalations.js';
import { KafkaEventSource } from '../src/sources/streams/kafka-event-source.js';
import { NomadStream } from '../src/sources/streams/nomad-stream.js';
import { SyslogServer } from '../src/sources/streams/syslog-server.js';
import { Spool } from '../src/spool/spool.js';
import { startRelay, WITH_HISTORY, type RunningRelay } from './running-relay.js';

/** Whatever brings events or has something to say by itself. */
const SOURCES = [
  ...[HangUp, HttpsListener, ReviewThread, KubernetesSource, TelegramUpdates, SlackSocket],
  ...[KafkaEventSource, SyslogServer, NomadStream, Heartbeats, Escalations],
];
type Hook = 'beforeApplicationShutdown' | 'onApplicationShutdown';

/** Notes when a hook begins and when it has ended, which takes a turn at least. */
function noting({ app }: RunningRelay, hook: Hook, steps: string[]) {
  return (type: abstract new (...args: never[]) => unknown): void => {
    const part = app.get<Record<Hook, () => unknown>>(type, { strict: false });
    const original = part[hook].bind(part);
    part[hook] = async () => {
      steps.push(`${type.name} begins`);
      await original();
      await new Promise((resolve) => setTimeout(resolve, 20));
      steps.push(`${type.name} has ended`);
    };
  };
}

describe('the end of the relay', () => {
  it('comes in the order in which nothing is lost: sources, the intake, deliveries, spool and history', async () => {
    const running = await startRelay(WITH_HISTORY);
    const steps: string[] = [];
    SOURCES.forEach(noting(running, 'beforeApplicationShutdown', steps));
    const late = [Intake, Dispatcher, Recorder, Spool, History];
    late.forEach(noting(running, 'onApplicationShutdown', steps));
    running.app.getHttpServer().once('close', () => steps.push('HTTP has ended'));

    await running.close();

    const began = (...types: readonly { readonly name: string }[]) =>
      Math.min(...types.map(({ name }) => steps.indexOf(`${name} begins`)));
    const ended = (...types: readonly { readonly name: string }[]) =>
      Math.max(...types.map(({ name }) => steps.indexOf(`${name} has ended`)));
    expect(steps).toHaveLength(2 * (SOURCES.length + late.length) + 1);
    expect(steps.indexOf('HTTP has ended')).toBeGreaterThan(ended(...SOURCES));
    expect(began(Intake)).toBeGreaterThan(steps.indexOf('HTTP has ended'));
    expect(began(Dispatcher)).toBeGreaterThan(ended(Intake));
    expect(began(Spool, History)).toBeGreaterThan(ended(Dispatcher, Recorder));
  });
});
