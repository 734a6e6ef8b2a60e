import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../src/api/api-error.js';
import type { World } from '../src/api/api.js';
import { eventsOf, type StreamEvent } from '../src/api/events.js';
import { createSender } from '../src/api/sender.js';

/** Answers in turn, and keeps what it was sent. */
function scripted(...answers: readonly (() => Promise<Response>)[]) {
  const sent: RequestInit[] = [];
  const world: Partial<World> = {
    fetch: (_url, init) => {
      sent.push(init);
      return answers[sent.length - 1]?.() ?? Promise.reject(new TypeError('no answer'));
    },
    nowMs: () => 0,
  };
  return { world, sent };
}

const answer = (status: number, body: string) => () =>
  Promise.resolve(new Response(body, { status }));

const failureOf = async (asked: Promise<Response>): Promise<ApiError> => {
  const error = await asked.catch((cause: unknown) => cause);
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`);
  return error;
};

describe('createSender', () => {
  it('sends a file with the token, once more with a new one, and gives the answer as it is', async () => {
    const { world, sent } = scripted(answer(401, '{}'), answer(200, 'bytes'));
    const tokens = ['old', 'new'];
    const send = createSender({
      base: '',
      token: () => Promise.resolve(tokens.shift()),
      renew: () => Promise.resolve(true),
      world,
    });

    const response = await send('/files', { method: 'POST', body: 'content' });

    expect(await response.text()).toBe('bytes');
    expect(sent.map(({ headers }) => new Headers(headers).get('Authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    expect(sent.map(({ body }) => body)).toEqual(['content', 'content']);
  });

  it('tells what the service says, and sends nothing twice', async () => {
    const { world, sent } = scripted(answer(503, '{"message": "Too busy."}'));

    const { status, message } = await failureOf(createSender({ base: '', world })('/files'));

    expect([status, message, sent.length]).toEqual([503, 'Too busy.', 1]);
  });

  it('tells that nobody answers, and leaves alone who gave up', async () => {
    const { world } = scripted();
    const stop = new AbortController();
    stop.abort();

    const { code } = await failureOf(createSender({ base: '', world })('/files'));
    const left = createSender({ base: '', world })('/files', { signal: stop.signal });

    expect(code).toBe('unreachable');
    await expect(left).rejects.not.toBeInstanceOf(ApiError);
  });
});

describe('eventsOf', () => {
  const responseOf = (...pieces: readonly string[]) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(Buffer.from(piece, 'latin1'));
          controller.close();
        },
      }),
    );

  it('reads events wherever the network has cut them', async () => {
    // `é` is two bytes, in two pieces here.
    const response = responseOf(
      'event: delta\nda',
      'ta: {"text": "caf\u00c3',
      '\u00a9"}\n\n',
      'data: 1\n\n',
    );

    const events: StreamEvent[] = [];
    for await (const event of eventsOf(response)) events.push(event);

    expect(events).toEqual([
      { name: 'delta', data: { text: 'café' } },
      { name: 'message', data: 1 },
    ]);
  });

  it('lets go of an answer that nobody reads on', async () => {
    let cancel: () => void;
    const cancelled = new Promise<void>((resolve) => {
      cancel = resolve;
    });
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(Buffer.from('data: 1\n\n'));
    const response = new Response(new ReadableStream({ pull, cancel: () => cancel() }));

    for await (const { data } of eventsOf(response)) {
      expect(data).toBe(1);
      break;
    }

    await cancelled;
  });
});
