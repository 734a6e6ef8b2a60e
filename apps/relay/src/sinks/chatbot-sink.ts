import type { AlertButtons } from './actions/action.js';
import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { Bucket } from '../delivery/rate-limits.js';
import type { ChatRules, OutgoingMessage, Outcome, NamePattern, Sink } from '../delivery/sink.js';
import { splitMessage } from '../templates/split-message.js';
import type { RelayConfig } from '../options/config.js';
import { sinkVars } from './sink-vars.js';
import type { BotAddress } from './chat-addresses.js';
import { chatRules, type SinkUses } from './sink-uses.js';
import { DEFAULT_TEMPLATES } from '../templates/default-templates.js';
import type { Render } from '../templates/message-template.js';
import { call, jsonOf, outcomeOfStatus, type HttpAnswer } from './http/http-call.js';
import { keyboardOf } from './actions/telegram-keyboard.js';
import { fingerprint, selectedTargets } from './base/sink-base.js';

/** Telegram Bot API, sendMessage and sendPhoto. */
const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;

/** Where one message goes: `token=chat/topic`, each but the chat optional. */
interface Chat {
  readonly token: string;
  readonly chatId: string;
  readonly threadId: number | undefined;
  readonly keyboard?: object | undefined;
}

/**
 * The chat-bot channel: Telegram's Bot API, or a server that speaks it. The API has no idempotency key:
 * an answer that is lost makes a message come twice.
 */
export class ChatbotSink implements Sink {
  readonly name = 'chatbot';
  readonly titles = ['Chatbot', 'Telegram'] as const;
  readonly batchSize = 1;
  readonly concurrency = 1;
  readonly chat: ChatRules;
  readonly forward?: NamePattern;
  /** Groups that became supergroups and their new ids. */
  readonly #moved = new Map<string, string>();

  readonly #config: RelayConfig;
  readonly #render: Render;
  readonly #selector: Render | undefined;

  constructor(
    private readonly address: BotAddress,
    private readonly uses: SinkUses,
  ) {
    const { config, templates } = uses;
    this.#config = config;
    this.chat = chatRules(config);
    if (config.chatbotForward !== undefined) this.forward = config.chatbotForward;
    const ChatID = address.chatIds.join(',');
    const vars = { ...sinkVars(config, '(?:CHATBOT|TELEGRAM)'), ChatID };
    this.#render = templates.compile({
      option: 'chatbot-out-message',
      names: ['chatbot-message', 'telegram-message'],
      value: config.chatbotMessage ?? DEFAULT_TEMPLATES.chatbot,
      vars,
    });
    this.#selector = templates.optional({
      option: 'chatbot-out-bot-selector',
      names: ['chatbot-selector', 'telegram-selector'],
      value: config.chatbotSelector,
      vars,
    });
  }

  /** What can be done about alerts, where people may act. */
  get #buttons(): AlertButtons | undefined {
    return this.#config.chatbotActions ? this.uses.buttons : undefined;
  }

  targets(event: RelayEvent): readonly string[] {
    const targets = this.address.chatIds.map((id) => `=${id}`);
    return selectedTargets(event, this.#selector, targets);
  }

  label(target: string): string {
    const { token, chatId } = this.#chatOf(target);
    return `${chatId}#${fingerprint(token)}`;
  }

  /** Bot FAQ: 30 messages a second in all, one a second to a chat, 20 a minute to a group. */
  limits(target: string): readonly Bucket[] {
    const { token, chatId } = this.#chatOf(target);
    const perMinute = this.#config.chatbotPerMinute / 60;
    return [
      { name: `chatbot ${token}`, capacity: 30, perSecond: 30 },
      { name: `chatbot ${token} ${chatId}`, capacity: 2, perSecond: Math.min(1, perMinute) },
    ];
  }

  render(event: RelayEvent): string {
    return this.#render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const message of messages) outcomes.push(await this.#sendOne(target, message));
    return outcomes;
  }

  split(text: string): readonly string[] {
    return splitMessage(
      text,
      MAX_TEXT,
      this.#config.chatbotParseMode === 'HTML' ? 'html' : 'plain',
    );
  }

  /** A picture comes with the first part only. */
  async #sendOne(
    target: string,
    { text, deliveries, part = 0 }: OutgoingMessage,
  ): Promise<Outcome> {
    const [{ event }] = deliveries;
    const picture = part === 0 ? await this.uses.picture?.(event) : undefined;
    const isAlone = part === 0 && deliveries.length === 1;
    const keyboard = isAlone ? await this.#keyboard(event, text) : undefined;
    return this.#sendPart({ ...this.#chatOf(target), keyboard }, text, picture);
  }

  async #keyboard(event: RelayEvent, text: string) {
    const token = await this.#buttons?.remember(event, text);
    return token === undefined ? undefined : keyboardOf(token, this.#buttons?.offered(event) ?? []);
  }

  async #sendPart(
    chat: Chat,
    text: string,
    picture: Uint8Array<ArrayBuffer> | undefined,
  ): Promise<Outcome> {
    if (picture === undefined) return this.#sendText(chat, text);
    const fits = text.length <= MAX_CAPTION;
    const photo = await this.#request(
      chat,
      'sendPhoto',
      this.#photoForm(chat, picture, fits ? text : ''),
    );
    if (photo.kind === 'retry') return photo;
    // Without the picture rather than not at all.
    return fits && photo.kind === 'delivered' ? photo : this.#sendText(chat, text);
  }

  async #sendText(chat: Chat, text: string): Promise<Outcome> {
    const outcome = await this.#request(chat, 'sendMessage', this.#body(chat, text, true));
    const isMalformed = outcome.kind === 'dead' && outcome.reason.includes("can't parse entities");
    // As plain text it can still be read.
    return isMalformed
      ? this.#request(chat, 'sendMessage', this.#body(chat, text, false))
      : outcome;
  }

  #body(chat: Chat, text: string, parsed: boolean): string {
    const { chatbotParseMode: parseMode, chatbotSilent } = this.#config;
    return JSON.stringify({
      chat_id: chat.chatId,
      ...(chat.threadId === undefined ? {} : { message_thread_id: chat.threadId }),
      text,
      ...(parsed && parseMode !== 'none' ? { parse_mode: parseMode } : {}),
      ...(chatbotSilent ? { disable_notification: true } : {}),
      link_preview_options: { is_disabled: true },
      ...(chat.keyboard === undefined ? {} : { reply_markup: chat.keyboard }),
    });
  }

  #photoForm(chat: Chat, picture: Uint8Array<ArrayBuffer>, caption: string): FormData {
    const { chatbotParseMode: parseMode, chatbotSilent } = this.#config;
    const form = new FormData();
    form.append('chat_id', chat.chatId);
    if (chat.threadId !== undefined) form.append('message_thread_id', String(chat.threadId));
    if (caption !== '') form.append('caption', caption);
    if (caption !== '' && parseMode !== 'none') form.append('parse_mode', parseMode);
    if (chatbotSilent) form.append('disable_notification', 'true');
    if (chat.keyboard !== undefined) form.append('reply_markup', JSON.stringify(chat.keyboard));
    form.append('photo', new Blob([picture], { type: 'image/png' }), 'alert.png');
    return form;
  }

  async #request(chat: Chat, method: string, body: string | FormData): Promise<Outcome> {
    const answer = await this.#post(chat, method, body);
    const { ok, result, parameters, description } = jsonOf(answer);
    if (ok === true) return { kind: 'delivered', reply: repliedWith(result) };
    const { migrate_to_chat_id: movedTo, retry_after: seconds } = (parameters ?? {}) as {
      readonly migrate_to_chat_id?: number;
      readonly retry_after?: number;
    };
    if (movedTo !== undefined && !this.#moved.has(chat.chatId)) {
      this.#moved.set(chat.chatId, String(movedTo));
      return { kind: 'retry', reason: `the chat moved to ${movedTo}` };
    }
    if (typeof seconds === 'number') {
      return { kind: 'retry', reason: 'too many messages', afterMs: seconds * 1000 };
    }
    return typeof description === 'string'
      ? outcomeOfStatus({ ...answer, text: description })
      : unexpected(answer);
  }

  #post({ token }: Chat, method: string, body: string | FormData): Promise<HttpAnswer> {
    const timeoutMs = this.#config.chatbotTimeout * 1000;
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    return call({ url: `${this.address.apiUrl}/bot${token}/${method}`, headers, body, timeoutMs });
  }

  #chatOf(target: string): Chat {
    const equals = target.indexOf('=');
    const [chatId = '', thread] = target.slice(equals + 1).split('/');
    return {
      token: equals > 0 ? target.slice(0, equals) : this.address.token,
      chatId: this.#moved.get(chatId) ?? chatId,
      threadId: thread === undefined ? this.#config.chatbotThreadId : Number(thread),
    };
  }
}

/** What templates find in `via.Chatbot`. */
function repliedWith(result: unknown): Readonly<Record<string, unknown>> {
  return typeof result === 'object' && result !== null ? (result as Record<string, unknown>) : {};
}

/** A proxy's page, for one: a success that is not the API's is none. */
function unexpected(answer: HttpAnswer): Outcome {
  return answer.status < 300
    ? { kind: 'retry', reason: "the answer is not the API's" }
    : outcomeOfStatus(answer);
}
