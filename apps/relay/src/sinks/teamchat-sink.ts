import type { AlertButtons } from './actions/action.js';
import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { ChatRules, OutgoingMessage, Outcome, NamePattern, Sink } from '../delivery/sink.js';
import { splitMessage } from '../templates/split-message.js';
import { blocksOf } from './actions/slack-actions.js';
import { findEarlier, isResolved } from './base/earlier.js';
import type { RelayConfig } from '../options/config.js';
import { sinkVars } from './sink-vars.js';
import { hasSlackActions, type TeamAddress } from './chat-addresses.js';
import { chatRules, type SinkUses } from './sink-uses.js';
import { DEFAULT_TEMPLATES } from '../templates/default-templates.js';
import type { Render } from '../templates/message-template.js';
import { call, outcomeOfStatus } from './http/http-call.js';
import { fingerprint, selectedTargets, urlLabel } from './base/sink-base.js';
import { TeamchatApi, type PostedMessage } from './teamchat-api.js';

/** "For best results, limit the text to 4,000 characters" (chat.postMessage). */
const MAX_TEXT = 4000;

/** The team-chat channel: Slack's incoming webhooks or its Web API with a bot's token. */
export class TeamchatSink implements Sink {
  readonly name = 'teamchat';
  readonly titles = ['Teamchat', 'Slack'] as const;
  readonly batchSize = 1;
  readonly concurrency = 1;
  readonly remembers = true;
  readonly chat: ChatRules;
  readonly forward?: NamePattern;
  readonly #api: TeamchatApi | undefined;

  readonly #config: RelayConfig;
  readonly #render: Render;
  readonly #selector: Render | undefined;

  constructor(
    private readonly address: TeamAddress,
    private readonly uses: SinkUses,
  ) {
    const { config, templates } = uses;
    const { token, apiUrl, channels } = address;
    const timeoutMs = config.teamchatTimeout * 1000;
    this.#config = config;
    this.chat = chatRules(config);
    if (config.teamchatForward !== undefined) this.forward = config.teamchatForward;
    if (token !== undefined) this.#api = new TeamchatApi({ token, apiUrl, timeoutMs });
    const vars = { ...sinkVars(config, '(?:TEAMCHAT|SLACK)'), Channel: channels.join(',') };
    this.#render = templates.compile({
      option: 'teamchat-message-template',
      names: ['teamchat-message', 'slack-message'],
      value: config.teamchatMessage ?? DEFAULT_TEMPLATES.teamchat,
      vars,
    });
    this.#selector = templates.optional({
      option: 'teamchat-out-channel-selector',
      names: ['teamchat-selector', 'slack-selector'],
      value: config.teamchatSelector,
      vars,
    });
  }

  /** What can be done about alerts, where people may act. */
  get #buttons(): AlertButtons | undefined {
    return hasSlackActions(this.#config) ? this.uses.buttons : undefined;
  }

  targets(event: RelayEvent): readonly string[] {
    const { webhookUrl, channels } = this.address;
    return selectedTargets(event, this.#selector, webhookUrl === undefined ? channels : ['']);
  }

  label(target: string): string {
    const url = this.#webhookOf(target);
    return url === undefined ? `${target}#${fingerprint(this.address.token ?? '')}` : urlLabel(url);
  }

  /** About one message a second and channel, with short bursts (Slack, "Rate limits"). */
  limits(target: string) {
    return [{ name: `teamchat ${target}`, capacity: 3, perSecond: 1 }];
  }

  render(event: RelayEvent): string {
    return this.#render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    const url = this.#webhookOf(target);
    return Promise.all(
      messages.map((message) =>
        url === undefined ? this.#post(target, message) : this.#postToWebhook(url, message.text),
      ),
    );
  }

  #webhookOf(target: string): string | undefined {
    if (target.startsWith('https://') || target.startsWith('http://')) return target;
    return target === '' ? this.address.webhookUrl : undefined;
  }

  split(text: string): readonly string[] {
    return splitMessage(text, MAX_TEXT, 'plain');
  }

  /** Webhooks answer "ok" and no more: nothing to edit or to hang a thread on. */
  async #postToWebhook(url: string, text: string): Promise<Outcome> {
    const answer = await call({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      timeoutMs: this.#config.teamchatTimeout * 1000,
    });
    return outcomeOfStatus(answer);
  }

  async #post(channel: string, message: OutgoingMessage): Promise<Outcome> {
    const { text, deliveries, part = 0 } = message;
    if (part > 0) return this.#followUp(channel, message);
    const [{ event }] = deliveries;
    const earlier = await this.#earlier(channel, deliveries);
    const outcome = await this.#postOrEdit({ channel, text, deliveries, earlier });
    const posted = outcome.kind === 'delivered' ? postedOf(outcome.reply) : undefined;
    if (posted !== undefined) await this.#attachPicture(event, posted);
    return outcome;
  }

  /**
   * The message that all of these are in already. To edit it they must be all that is in it: what is
   * still firing would vanish from the channel otherwise.
   */
  async #earlier(
    channel: string,
    deliveries: OutgoingMessage['deliveries'],
  ): Promise<Earlier | undefined> {
    if (this.#config.teamchatResolve === 'new') return undefined;
    const place = { sink: this.name, target: channel };
    const found = await findEarlier(this.uses.replies, place, deliveries, ({ ts }) => ts);
    const posted = postedOf(found?.reply);
    if (found === undefined || posted === undefined) return undefined;
    return { ...posted, isWhole: found.isWhole };
  }

  async #postOrEdit({ channel, text, deliveries, earlier }: Posting): Promise<Outcome> {
    if (earlier?.isWhole === true && this.#isEdit(deliveries)) {
      const { channel: id, ts } = earlier;
      const edited = await this.#request('chat.update', {
        channel: id,
        ts,
        text,
        ...this.#noBlocks(),
      });
      const isGone = edited.kind === 'dead' && NOT_EDITABLE.has(edited.reason);
      if (!isGone) return edited;
    }
    const isReply = earlier !== undefined && this.#config.teamchatResolve === 'thread';
    const outcome = await this.#request('chat.postMessage', {
      channel,
      text,
      ...(await this.#blocks(deliveries, text)),
      ...(isReply ? { thread_ts: earlier.ts } : {}),
    });
    // A thread stays that of its first message.
    return isReply && outcome.kind === 'delivered'
      ? { kind: 'delivered', reply: { channel: earlier.channel, ts: earlier.ts } }
      : outcome;
  }

  /** Buttons are of one alert. */
  async #blocks([{ event }, ...others]: Posting['deliveries'], text: string) {
    const buttons = this.#buttons;
    const token = others.length > 0 ? undefined : await buttons?.remember(event, text);
    return token === undefined
      ? {}
      : { blocks: blocksOf(text, token, buttons?.offered(event) ?? []) };
  }

  /** "To remove previous blocks, include an empty array" (chat.update). */
  #noBlocks(): { readonly blocks?: readonly object[] } {
    return this.#buttons === undefined ? {} : { blocks: [] };
  }

  #isEdit(deliveries: Posting['deliveries']): boolean {
    return isResolved(deliveries) && this.#config.teamchatResolve === 'update';
  }

  async #request(method: string, body: Readonly<Record<string, unknown>>): Promise<Outcome> {
    if (this.#api === undefined) return { kind: 'dead', reason: 'no token is configured' };
    const result = await this.#api.call(method, body);
    if (!result.ok) return result.outcome;
    const { channel, ts } = result.body;
    return { kind: 'delivered', reply: { channel, ts } };
  }

  /** The rest of a long message, in the thread of its beginning. */
  #followUp(channel: string, { text, reply }: OutgoingMessage): Promise<Outcome> {
    const posted = postedOf(reply);
    return this.#request('chat.postMessage', {
      ...(posted === undefined ? { channel } : { channel: posted.channel, thread_ts: posted.ts }),
      text,
    });
  }

  async #attachPicture(event: RelayEvent, posted: PostedMessage): Promise<void> {
    try {
      const picture = await this.uses.picture?.(event);
      if (picture !== undefined) await this.#api?.upload(picture, posted);
    } catch (error) {
      this.uses.logger.warn('teamchat.picture_failed', { err: error });
    }
  }
}

interface Posting {
  readonly channel: string;
  readonly text: string;
  readonly deliveries: OutgoingMessage['deliveries'];
  readonly earlier: Earlier | undefined;
}

interface Earlier extends PostedMessage {
  /** Nothing else is in it. */
  readonly isWhole: boolean;
}

/** Errors of chat.update after which a new message is the way. */
const NOT_EDITABLE = new Set([
  'message_not_found',
  'cant_update_message',
  'edit_window_closed',
  'channel_not_found',
]);

function postedOf(reply: Readonly<Record<string, unknown>> | undefined): PostedMessage | undefined {
  const { channel, ts } = reply ?? {};
  return typeof channel === 'string' && typeof ts === 'string' ? { channel, ts } : undefined;
}
