import { channel, type ChannelMessage, type ChannelUses } from '../base/channel.js';
import { isResolved } from '../base/earlier.js';
import { outcomeOfStatus } from '../http/http-call.js';
import { jsonCall, withReply } from '../http/posting.js';
import { isWebAddress, webAddress } from '../base/sink-base.js';

/** "Messages of up to 16383 characters" (Message length limit). */
const MAX_TEXT = 16_383;

/**
 * Mattermost: an incoming webhook, or a bot's token with ids of channels, which edits the message of an
 * alert when it is resolved and puts the rest of a long message into its thread.
 */
export const mattermost = channel({
  name: 'mattermost',
  title: 'Mattermost (incoming webhook, or a bot)',
  titles: ['Mattermost'],
  options: {
    url: {
      kind: 'address',
      description: 'Address of the incoming webhook, or of the server where a token is given.',
      example: 'https://mattermost.example/hooks/xxx',
      secret: true,
    },
    token: { kind: 'text', description: 'Token of a bot.', example: 'xxx', secret: true },
    channel: {
      kind: 'texts',
      description: 'Channels: ids for a bot, names or @users for a webhook.',
      example: '4xp9fdt77pncbef59f4k1qe83o',
    },
  },
  needs: ['url'],
  target: 'channels, as --mattermost-out-channel has them, or addresses of webhooks',
  isChat: true,
  remembers: true,
  escape: 'commonmarkEscape',
  maxText: MAX_TEXT,
  complaint: ({ token, channel: channels }) =>
    token !== undefined && channels === undefined
      ? '--mattermost-out-token needs --mattermost-out-channel'
      : undefined,
  open: ({ url = '', token, channel: channels = [''] }, uses) => ({
    targets: channels,
    // RateLimitSettings: 10 a second for each client by default.
    limits: () => [{ name: 'mattermost', capacity: 10, perSecond: 8 }],
    compose: (message) =>
      token === undefined
        ? hook(url, message, uses)
        : post({ url, headers: { authorization: `Bearer ${token}` } }, message, uses),
  }),
});

function hook(url: string, { target, text }: ChannelMessage, { call }: ChannelUses) {
  const isAddress = isWebAddress(target);
  const place = target === '' || isAddress ? {} : { channel: target };
  const request = jsonCall(webAddress(isAddress ? target : url), { text, ...place });
  return async () => outcomeOfStatus(await call(request));
}

interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** API v4: "Create a post", "Patch a post". */
function post({ url, headers }: Server, message: ChannelMessage, { call, earlier }: ChannelUses) {
  const { target, text, deliveries, reply, part = 0 } = message;
  const root = part > 0 ? reply?.['id'] : undefined;
  const body = {
    channel_id: target,
    message: text,
    ...(root === undefined ? {} : { root_id: root }),
  };
  const request = jsonCall(`${url}/api/v4/posts`, body, headers);
  return async () => (await edit()) ?? withReply(await call(request), ['id', 'channel_id']);

  async function edit() {
    const before = await earlier(message);
    if (before?.isWhole !== true || !isResolved(deliveries)) return undefined;
    const id = encodeURIComponent(String(before.reply['id']));
    const patch = jsonCall(`${url}/api/v4/posts/${id}/patch`, { message: text }, headers);
    const answer = await call({ ...patch, method: 'PUT' });
    return answer.status === 404 ? undefined : withReply(answer, ['id', 'channel_id']);
  }
}
