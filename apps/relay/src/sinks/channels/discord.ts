import type { Outcome } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';
import { isResolved } from '../base/earlier.js';
import { jsonOf, outcomeOfStatus, type HttpAnswer } from '../http/http-call.js';
import { jsonCall, withReply } from '../http/posting.js';
import { webAddress } from '../base/sink-base.js';

/** "content: the message contents (up to 2000 characters)". */
const MAX_TEXT = 2000;

/** Discord's webhooks ("Execute Webhook"): a resolved alert edits its message. */
export const discord = channel({
  name: 'discord',
  title: 'Discord (webhooks)',
  titles: ['Discord'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of the webhook, with ?thread_id= for a thread.',
      example: 'https://discord.com/api/webhooks/1/token',
      secret: true,
    },
    username: { kind: 'text', description: 'Name that it posts by.', example: 'Alerts' },
  },
  needs: ['url'],
  target: 'addresses of webhooks',
  isChat: true,
  remembers: true,
  escape: 'commonmarkEscape',
  maxText: MAX_TEXT,
  open: ({ url = '', username }, { call, earlier }) => ({
    targets: [''],
    // Five requests in two seconds, and thirty messages a minute.
    limits: (target) => [
      { name: `discord ${target}`, capacity: 5, perSecond: 2.5 },
      { name: `discord minute ${target}`, capacity: 30, perSecond: 0.5 },
    ],
    compose(message) {
      const address = webAddress(message.target === '' ? url : message.target);
      const body = { content: message.text, allowed_mentions: { parse: [] } };
      const named = username === undefined ? {} : { username };
      const request = jsonCall(at(address, '', { wait: 'true' }), { ...body, ...named });
      return async () => (await edit()) ?? outcomeOf(await call(request));

      async function edit() {
        const before = isResolved(message.deliveries) ? await earlier(message) : undefined;
        if (before?.isWhole !== true) return undefined;
        const path = `/messages/${encodeURIComponent(String(before.reply['id']))}`;
        const answer = await call({ ...jsonCall(at(address, path), body), method: 'PATCH' });
        // Somebody has deleted it: say it anew.
        return answer.status === 404 ? undefined : outcomeOf(answer);
      }
    },
  }),
});

function at(address: string, path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(address);
  url.pathname += path;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** 429 tells the seconds in its body, with fractions ("Rate Limits"). */
function outcomeOf(answer: HttpAnswer): Outcome {
  const { retry_after: seconds } = jsonOf(answer);
  if (answer.status === 429 && typeof seconds === 'number') {
    return { kind: 'retry', reason: 'too many messages', afterMs: Math.ceil(seconds * 1000) };
  }
  return answer.status < 300 ? withReply(answer, ['id', 'channel_id']) : outcomeOfStatus(answer);
}
