import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Delivering } from '../delivery/delivering.js';
import { CurrentConfig } from '../options/current-config.js';
import { AlertActions, type ActionOutcome } from '../sinks/actions/action.js';
import { botAddress, type BotAddress } from '../sinks/chat-addresses.js';
import type { ParseMode } from '../routing/chat-modes.js';
import { Observer } from '../observability/observer.js';
import { at, isObject, textAt, type JsonObject } from '../sources/payload.js';
import { escapeMarkdownV2 } from '../templates/escape.js';
import { call, jsonOf } from '../sinks/http/http-call.js';
import { jsonCall } from '../sinks/http/posting.js';
import { keyboardOf, pressed } from '../sinks/actions/telegram-keyboard.js';

/** "timeout: long polling should be used"; the call may take a little longer. */
const POLL_SECONDS = 25;
const CALL_MS = 35_000;
const AGAIN_MS = 1000;
const MAX_TEXT = 4096;

/** What may be answered to an alert's message instead of pressing a button. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['/ack', 'ack'],
  ['/resolve', 'resolve'],
  ['/silence', 'silence-1h'],
  ['/silence 1h', 'silence-1h'],
  ['/silence 4h', 'silence-4h'],
  ['/silence morning', 'silence-morning'],
  ['/graph', 'graph'],
]);

/**
 * Buttons and commands of Telegram by long polling (Bot API, getUpdates): nothing has to be reachable from
 * outside. An update is confirmed when it has been done; after a crash it comes again and is known then.
 */
@Injectable()
export class TelegramUpdates implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #offset = 0;

  #address: BotAddress | undefined;

  constructor(
    private readonly config: CurrentConfig,
    private readonly actions: AlertActions,
    private readonly observer: Observer,
    private readonly delivering: Delivering,
  ) {}

  onApplicationBootstrap(): void {
    const { started } = this.config;
    this.#address = started.chatbotActions ? botAddress(started) : undefined;
    if (this.#address !== undefined) this.#running = this.#run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  #isOver(): boolean {
    return this.#ending.signal.aborted;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!this.#isOver()) {
      try {
        if (this.delivering.isLeading) await this.#poll();
        else await pause(AGAIN_MS, undefined, { signal });
      } catch (error) {
        if (this.#isOver()) return;
        this.observer.trouble('telegram.updates_failed', error);
        await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined); // the end
      }
    }
  }

  async #poll(): Promise<void> {
    const { result } = await this.#api('getUpdates', {
      offset: this.#offset,
      timeout: POLL_SECONDS,
      allowed_updates: ['callback_query', 'message'],
    });
    for (const update of Array.isArray(result) ? (result as unknown[]) : []) {
      await this.#take(update);
      this.#offset = Math.max(this.#offset, Number(at(update, 'update_id')) + 1);
    }
  }

  async #take(update: unknown): Promise<void> {
    const query = at(update, 'callback_query');
    const message = at(update, 'message');
    if (isObject(query)) await this.#button(query);
    else if (isObject(message)) await this.#command(message);
  }

  async #button(query: JsonObject): Promise<void> {
    const press = pressed(textAt(query, 'data'));
    const [userId, requestId] = [textAt(query, 'from', 'id'), textAt(query, 'id')];
    const outcome =
      press === undefined
        ? undefined
        : await this.actions.perform({ ...press, chat: 'telegram', userId, requestId });
    const said = saidOf(outcome);
    // "After the user presses a callback button, clients display a progress bar until you call it".
    await this.#quietly('answerCallbackQuery', {
      callback_query_id: requestId,
      text: said.slice(0, 200),
      show_alert: outcome?.kind !== 'done',
    });
    const message = query['message'];
    if (press !== undefined && isObject(message)) await this.#edit(message, press.token, outcome);
  }

  /** An answer to the alert's message, whose buttons say what it is. */
  async #command(message: JsonObject): Promise<void> {
    const text = textAt(message, 'text').trim().toLowerCase().replace(/@\S+/, '');
    const kind = COMMANDS.get(text.replaceAll(/\s+/g, ' '));
    const alert = at(message, 'reply_to_message');
    const rows = at(alert, 'reply_markup', 'inline_keyboard');
    const buttons = (Array.isArray(rows) ? rows : []).flat() as unknown[];
    const token = buttons.map((button) => pressed(textAt(button, 'callback_data'))?.token)[0];
    const press =
      kind === undefined || token === undefined ? undefined : pressed(`${kind} ${token}`);
    if (press === undefined || !isObject(alert)) return;
    const requestId = `${textAt(message, 'chat', 'id')}/${textAt(message, 'message_id')}`;
    const userId = textAt(message, 'from', 'id');
    const outcome = await this.actions.perform({ ...press, chat: 'telegram', userId, requestId });
    await this.#quietly('sendMessage', {
      chat_id: at(message, 'chat', 'id'),
      text: saidOf(outcome),
      reply_parameters: { message_id: message['message_id'] },
    });
    await this.#edit(alert, press.token, outcome);
  }

  /** The message says who did what, and offers what is left. */
  async #edit(message: JsonObject, token: string, outcome: ActionOutcome | undefined) {
    if (outcome?.kind !== 'done' || outcome.notes.length === 0) return;
    const place = { chat_id: at(message, 'chat', 'id'), message_id: message['message_id'] };
    const keyboard = { reply_markup: keyboardOf(token, outcome.left) };
    const { chatbotParseMode: parseMode } = this.config.started;
    const notes = outcome.notes.map((note) => `✔ ${escaped(note, parseMode)}`).join('\n');
    const text = `${outcome.text}\n\n${notes}`;
    const mode = parseMode === 'none' ? {} : { parse_mode: parseMode };
    if (message['photo'] !== undefined) {
      await this.#quietly('editMessageCaption', { ...place, ...keyboard, ...mode, caption: text });
    } else if (text.length <= MAX_TEXT) {
      await this.#quietly('editMessageText', { ...place, ...keyboard, ...mode, text });
    } else await this.#quietly('editMessageReplyMarkup', { ...place, ...keyboard });
  }

  /** What has been done is done, whether the chat shows it or not. */
  async #quietly(method: string, body: object): Promise<void> {
    await this.#api(method, body).catch((error: unknown) =>
      this.observer.trouble('telegram.edit_failed', error),
    );
  }

  async #api(method: string, body: object): Promise<JsonObject> {
    const { apiUrl = '', token = '' } = this.#address ?? {};
    const url = `${apiUrl}/bot${token}/${method}`;
    const { signal } = this.#ending;
    const answer = await call({ ...jsonCall(url, body), timeoutMs: CALL_MS, signal });
    const result = jsonOf(answer);
    if (result['ok'] === true) return result;
    throw new Error(`${method}: ${textAt(result, 'description') || `HTTP ${answer.status}`}`);
  }
}

const saidOf = (outcome: ActionOutcome | undefined): string => {
  if (outcome === undefined) return 'This button is not known.';
  return outcome.kind === 'done' ? outcome.said : outcome.reason;
};

function escaped(text: string, mode: ParseMode): string {
  if (mode === 'MarkdownV2') return escapeMarkdownV2(text);
  if (mode !== 'HTML') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
