import { viewOf } from '../../domain/event-view.js';
import type { RelayEvent } from '../../domain/event.js';
import type { OutgoingMessage, Outcome, Sink } from '../../domain/sink.js';
import type { Render } from '../../domain/templates/message-template.js';

type Output = Pick<NodeJS.WritableStream, 'write'>;

/** Writes messages to standard output, a line end after each. */
export class StdoutSink implements Sink {
  readonly name = 'stdout';
  readonly titles = ['Stdout'] as const;
  readonly batchSize = 100;
  readonly concurrency = 1;

  constructor(
    private readonly renderMessage: Render,
    private readonly output: Output = process.stdout,
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

  async send(_target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    const text = messages.map((message) => `${message.text}\n`).join('');
    await new Promise<void>((resolve, reject) => {
      this.output.write(text, (error) => (error instanceof Error ? reject(error) : resolve()));
    });
    return messages.map(() => ({ kind: 'delivered' }));
  }
}
