import type { Outbox } from '@sextant/platform-events';
import type { DataSource } from 'typeorm';
import { UsageLedger, type Usage } from '../../domain/usage.js';
import { TOPIC } from './topic.js';

/** Usage as events: one statement each. */
export class OutboxUsageLedger extends UsageLedger {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async record(usage: Usage): Promise<void> {
    const { workspace, route, model, voiceIds, billableCharacters, durationMs } = usage;
    await this.outbox.add(this.source.manager, TOPIC, {
      type: 'org.sextant.speech.synthesis.completed',
      subject: workspace,
      data: {
        workspace,
        route,
        model,
        voice_ids: voiceIds,
        billable_characters: billableCharacters,
        audio_duration_ms: durationMs,
      },
    });
    this.outbox.wake();
  }
}
