import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Gauge } from 'prom-client';
import { Administration } from '../administration/administration.js';
import { Intake } from '../intake/intake.js';
import { Spool } from '../spool/spool.js';
import { History } from './history.js';

/** What has to be asked for when it is read: the spool's queues and space, the intake's memory, the history's losses. */
@Injectable()
export class PrometheusGauges {
  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
    private readonly spool: Spool,
    private readonly intake: Intake,
    private readonly history: History,
    private readonly administration: Administration,
  ) {
    // All of one scrape are set by one look at the spool.
    let looking: Promise<void> | undefined;
    const collect = () => {
      looking ??= this.#read(gauges).finally(() => (looking = undefined));
      return looking;
    };
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, collect, registers: [metrics.registry] });
    const gauges: Gauges = {
      waiting: gauge('relay_deliveries_waiting', 'Deliveries in the queue.', WHERE),
      oldest: gauge('relay_queue_age_seconds', 'Age of the oldest delivery in the queue.', WHERE),
      dead: gauge('relay_dead_letters', 'Dead letters that are kept.'),
      unstored: gauge('relay_events_unstored', 'Events that are acknowledged, in memory only.'),
      unrouted: gauge('relay_events_unrouted', 'Stored events that were not looked at yet.'),
      used: gauge('relay_spool_used_bytes', 'What events and dead letters take of the disk.'),
      free: gauge('relay_spool_free_bytes', "What the spool's disk and file have left."),
      history: gauge(
        'relay_history_dropped',
        'Events and deliveries that the history could not keep since the start.',
      ),
      refusing: gauge('relay_spool_refusing', '1 while events are refused for want of space.'),
    };
  }

  async #read(gauges: Gauges): Promise<void> {
    const [{ workers, deadLetters, unrouted }, room] = await Promise.all([
      this.spool.sizes(),
      this.spool.space(),
    ]);
    gauges.waiting.reset();
    gauges.oldest.reset();
    for (const { sink, target, waiting, oldestMs } of workers) {
      const where = { sink, target: this.administration.label(sink, target) };
      gauges.waiting.set(where, waiting);
      gauges.oldest.set(where, Math.max(0, (this.clock.nowMs() - oldestMs) / 1000));
    }
    gauges.dead.set(deadLetters);
    gauges.unstored.set(this.intake.unstored);
    gauges.history.set(this.history.counts().dropped);
    gauges.unrouted.set(unrouted);
    if (room === undefined) return;
    gauges.used.set(room.usedBytes);
    gauges.free.set(room.freeBytes);
    gauges.refusing.set(room.refusal === undefined ? 0 : 1);
  }
}

type Gauges = Readonly<
  Record<
    | ('waiting' | 'oldest' | 'dead' | 'unstored' | 'unrouted')
    | ('used' | 'free' | 'refusing' | 'history'),
    Gauge
  >
>;

const WHERE = ['sink', 'target'];
