import { all, at, isText, jsonOf, nextId, type ChannelStub, type Json } from './channel-stub.ts';

/** "28 KB"; text blocks of an adaptive card. */
export const msteams: ChannelStub = (call) => {
  const card = at(jsonOf(call), 'attachments', 0, 'content');
  const blocks = (at(card, 'body') ?? []) as Json[];
  const isCard =
    at(jsonOf(call), 'type') === 'message' &&
    at(jsonOf(call), 'attachments', 0, 'contentType') ===
      'application/vnd.microsoft.card.adaptive' &&
    at(card, 'type') === 'AdaptiveCard' &&
    /^1\.[0-5]$/.test(String(at(card, 'version'))) &&
    blocks.length > 0 &&
    blocks.every((block) => block['type'] === 'TextBlock' && isText(block['text']));
  if (!isCard) return { status: 400, body: { error: { code: 'InvalidRequestContent' } } };
  if (call.body.length > 28 * 1024) return { status: 413, body: 'Request entity too large' };
  return { status: 202, body: '' };
};

export const discord: ChannelStub = (call) => {
  const { content, allowed_mentions: mentions, username } = jsonOf(call);
  const url = new URL(call.path, 'http://stub');
  const isWaiting = call.method === 'PATCH' || url.searchParams.get('wait') === 'true';
  const isRight = all(
    username === undefined || isText(username, 80),
    isText(content, 2000),
    JSON.stringify(mentions) === '{"parse":[]}',
  );
  if (!isRight) return { status: 400, body: { code: 50035, message: 'Invalid Form Body' } };
  const edited = /\/messages\/(\d+)$/.exec(url.pathname)?.[1];
  return isWaiting
    ? { status: 200, body: { id: edited ?? nextId(), channel_id: '7', content } }
    : { status: 204, body: '' };
};

export const mattermost: ChannelStub = (call) => {
  if (call.path.startsWith('/mattermost/hooks/')) {
    return isText(jsonOf(call)['text'], 16_383)
      ? { status: 200, body: 'ok' }
      : { status: 400, body: { id: 'web.incoming_webhook.text.app_error', status_code: 400 } };
  }
  if (call.headers['authorization'] !== 'Bearer bot') return { status: 401, body: {} };
  return mattermostPost(call);
};

const mattermostPost: ChannelStub = (call) => {
  const { channel_id: id, message } = jsonOf(call);
  const isPatch = call.method === 'PUT' && /\/api\/v4\/posts\/[^/]+\/patch$/.test(call.path);
  const isPost = all(call.method === 'POST', call.path.endsWith('/api/v4/posts'), isText(id));
  if (!isText(message, 16_383) || !(isPatch || isPost)) {
    return { status: 400, body: { id: 'api.context.invalid_body_param.app_error' } };
  }
  return { status: isPost ? 201 : 200, body: { id: `p${nextId()}`, channel_id: id, message } };
};

export const googlechat: ChannelStub = (call) => {
  const url = new URL(call.path, 'http://stub');
  const { text, thread } = jsonOf(call);
  const isPlaced = all(
    url.searchParams.get('messageReplyOption') === 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
    isText(at(thread, 'threadKey'), 4000),
    url.searchParams.get('key') === 'k',
    url.searchParams.get('token') === 't',
  );
  if (!isText(text) || call.body.length > 32_000 || !isPlaced) {
    return { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };
  }
  return { status: 200, body: { name: `spaces/AAA/messages/${nextId()}`, text } };
};
