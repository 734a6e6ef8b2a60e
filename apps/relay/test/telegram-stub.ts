import { stubServer, type Call, type Stub } from './stub-server.js';

type Json = Readonly<Record<string, unknown>>;

export interface TelegramStub {
  readonly url: string;
  readonly calls: Call[];
  /** Bodies of a method, in order. */
  sent(method: string): Json[];
  /** Somebody presses a button of a message, or writes something. */
  update(update: Json): void;
  close(): Promise<void>;
}

/** The Bot API as far as buttons need it: updates come again until they are confirmed. */
export async function telegramStub(): Promise<TelegramStub> {
  const updates: { update_id: number }[] = [];
  let count = 500;
  const stub: Stub = await stubServer(async ({ path, json }) => {
    const method = path.split('/').at(-1);
    if (method !== 'getUpdates') {
      return { body: { ok: true, result: { message_id: 77, chat: { id: -100 } } } };
    }
    const offset = Number(json['offset']);
    for (let tries = 0; tries < 20; tries += 1) {
      const waiting = updates.filter(({ update_id: id }) => id >= offset);
      if (waiting.length > 0) return { body: { ok: true, result: waiting } };
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return { body: { ok: true, result: [] } };
  });
  return {
    url: stub.url,
    calls: stub.calls,
    sent: (method) =>
      stub.calls.filter(({ path }) => path.endsWith(`/${method}`)).map(({ json }) => json),
    update(update) {
      count += 1;
      updates.push({ ...update, update_id: count });
    },
    close: () => stub.close(),
  };
}
