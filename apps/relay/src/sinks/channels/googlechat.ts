import { eventId } from '../../events/event.js';
import { channel } from '../base/channel.js';
import { jsonCall, withReply } from '../http/posting.js';
import { webAddress } from '../base/sink-base.js';

/** "Maximum message size, including text and cards: 32,000 bytes"; three for most characters. */
const MAX_TEXT = 10_000;

/** Google Chat's incoming webhooks: what belongs to one thing is one thread. */
export const googlechat = channel({
  name: 'googlechat',
  title: 'Google Chat (incoming webhook)',
  titles: ['Googlechat'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of the webhook, with its key and token.',
      example: 'https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t',
      secret: true,
    },
  },
  needs: ['url'],
  target: 'addresses of webhooks',
  isChat: true,
  escape: 'googleChatEscape',
  maxText: MAX_TEXT,
  open: ({ url = '' }, { call }) => ({
    targets: [''],
    // "1 request per second per space, shared among all webhooks in the space".
    limits: (target) => [{ name: `googlechat ${target}`, capacity: 1, perSecond: 1 }],
    compose({ target, text, event }) {
      const address = new URL(webAddress(target === '' ? url : target));
      address.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
      const body = { text, thread: { threadKey: eventId('googlechat', event.key) } };
      const request = jsonCall(address.href, body);
      return async () => withReply(await call(request), ['name']);
    },
  }),
});
