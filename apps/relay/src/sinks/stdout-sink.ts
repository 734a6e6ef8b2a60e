import { standardOutput } from '@sextant/platform-runtime/logging';
import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { OutgoingMessage, Outcome, Sink } from '../delivery/sink.js';
import type { Render } from '../templates/message-template.js';

interface Output {
  /** Throws what keeps it from being written; later it may be again. */
  write(text: string): unknown;
}

/** Writes messages to standard output, a line end after each. */
export class StdoutSink implements Sink {
  readonly name = 'stdout';
  readonly titles = ['Stdout'] as const;
  readonly batchSize = 100;
  readonly concurrency = 1;

  constructor(
    private readonly renderMessage: Render,
    private readonly output: Output = standardOutput,
  ) {}

  targets(): readonly string[] {
    return [''];
  }

  label(): string {
    return 'stdout';
  }

  limits() {
    return [];
  }

  render(event: RelayEvent): string {
    return this.renderMessage(viewOf(event));
  }

  send(_target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return new Promise((resolve) => {
      this.output.write(messages.map((message) => `${message.text}\n`).join(''));
      resolve(messages.map(() => ({ kind: 'delivered' })));
    });
  }
}
