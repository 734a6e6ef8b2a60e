import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamEvent {
  readonly name: string;
  readonly data: unknown;
}

/**
 * The events of an answer, as they come; their data is JSON. `EventSource` itself can send no token and no body.
 *
 * @see HTML Living Standard, "Server-sent events"
 */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent, void, undefined> {
  if (response.body === null) return;
  // The types of the DOM take a decoder's input for narrower than it is.
  const decoder = new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>;
  const events = response.body.pipeThrough(decoder).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield { name: next.value.event ?? 'message', data: JSON.parse(next.value.data) };
    }
  } finally {
    await reader.cancel();
  }
}
