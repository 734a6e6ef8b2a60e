import { Injectable } from '@nestjs/common';
import { ACTION_LABELS, AlertActions, isActionKind, NOT_ALLOWED } from './action.js';
import { parseCommand, USAGE } from './command.js';
import type { ActionKind, ActionOutcome, OpenAlert } from './action.js';
import { Observer } from '../../observability/observer.js';
import { jsonOf } from '../../sources/json-body.js';
import { at, isObject, textAt } from '../../sources/payload.js';
import { escapeMrkdwn } from '../../templates/escape.js';
import { call } from '../http/http-call.js';
import { jsonCall } from '../http/posting.js';

/** "text … maximum length is 3000 characters", of a section. */
const MAX_SECTION = 3000;
const TIMEOUT_MS = 5000;
const PREFIX = 'relay';

/** Block Kit: the message in sections, buttons below. */
export function blocksOf(text: string, token: string, kinds: readonly ActionKind[]): object[] {
  const sections = Array.from({ length: Math.ceil(text.length / MAX_SECTION) }, (_none, index) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: text.slice(index * MAX_SECTION, (index + 1) * MAX_SECTION) },
  }));
  const elements = kinds.map((kind) => ({
    type: 'button',
    action_id: `${PREFIX} ${kind}`,
    value: token,
    text: { type: 'plain_text', text: ACTION_LABELS[kind] },
  }));
  return elements.length === 0 ? sections : [...sections, { type: 'actions', elements }];
}

/** What people press in Slack (payload `block_actions`), however it came. */
@Injectable()
export class SlackActions {
  constructor(
    private readonly actions: AlertActions,
    private readonly observer: Observer,
  ) {}

  async take(payload: unknown): Promise<void> {
    if (textAt(payload, 'type') !== 'block_actions') return;
    const actions = at(payload, 'actions');
    for (const action of Array.isArray(actions) ? (actions as unknown[]) : []) {
      await this.#press(payload, action);
    }
  }

  /** A slash command, `/relay ack DiskFull`. @returns the answer: for all who read there when something was done */
  async command(payload: unknown): Promise<object> {
    const text = textAt(payload, 'text').trim();
    // What is wrong in the house is nothing for every guest of the workspace.
    if (!this.actions.mayAct('slack', textAt(payload, 'user_id'))) return alone(NOT_ALLOWED);
    const open = await this.actions.open();
    if (/^list$/i.test(text)) return alone(listOf(open));
    const command = parseCommand(text);
    if (command === undefined) return alone(`${textAt(payload, 'command')} ${USAGE}`);
    const named = meant(open, command.name);
    const [alert, ...others] = named;
    if (alert === undefined) return alone(`No alert begins with ${escapeMrkdwn(command.name)}.`);
    if (others.length > 0) return alone(`Which one?\n${listOf(named)}`);
    const outcome = await this.actions.perform({
      ...{ token: alert.token, kind: command.kind, chat: 'slack' },
      ...{ userId: textAt(payload, 'user_id'), requestId: textAt(payload, 'trigger_id') },
    });
    if (outcome.kind === 'refused') return alone(escapeMrkdwn(outcome.reason));
    const said = `${escapeMrkdwn(alert.subject)}: ${escapeMrkdwn(outcome.said)}`;
    return { response_type: 'in_channel', text: said };
  }

  async #press(payload: unknown, action: unknown): Promise<void> {
    const [prefix, kind = ''] = textAt(action, 'action_id').split(' ');
    if (prefix !== PREFIX || !isActionKind(kind)) return;
    const token = textAt(action, 'value');
    const outcome = await this.actions.perform({
      ...{ token, kind, chat: 'slack', userId: textAt(payload, 'user', 'id') },
      requestId: `${textAt(payload, 'message', 'ts')}/${textAt(action, 'action_ts')}`,
    });
    // Slack gives up on what is not acknowledged within three seconds.
    void this.#say(textAt(payload, 'response_url'), bodyOf(outcome, token));
  }

  /** "response_url … up to 5 times within 30 minutes". */
  async #say(url: string, body: object): Promise<void> {
    if (!URL.canParse(url)) return;
    await call({ ...jsonCall(url, body), timeoutMs: TIMEOUT_MS }).catch((error: unknown) =>
      this.observer.trouble('slack.answer_failed', error),
    );
  }
}

const LISTED = 20;

const alone = (text: string): object => ({ response_type: 'ephemeral', text });

const listOf = (alerts: readonly OpenAlert[]): string =>
  alerts.length === 0
    ? 'No alerts are open.'
    : alerts
        .slice(0, LISTED)
        .map(({ subject }) => `• ${escapeMrkdwn(subject)}`)
        .join('\n');

/** The whole name means that one, however others go on. */
function meant(open: readonly OpenAlert[], name: string): readonly OpenAlert[] {
  const begun = open.filter(({ subject }) => subject.toLowerCase().startsWith(name.toLowerCase()));
  const whole = begun.filter(({ subject }) => subject.toLowerCase() === name.toLowerCase());
  return whole.length === 0 ? begun : whole;
}

/** The message says who did what; a refusal is for who pressed, alone. */
function bodyOf(outcome: ActionOutcome, token: string): object {
  if (outcome.kind === 'refused' || outcome.notes.length === 0) {
    const text = outcome.kind === 'refused' ? outcome.reason : outcome.said;
    return { response_type: 'ephemeral', replace_original: false, text: escapeMrkdwn(text) };
  }
  const notes = outcome.notes.map((note) => `:white_check_mark: ${escapeMrkdwn(note)}`).join('\n');
  const text = `${outcome.text}\n\n${notes}`;
  return { replace_original: true, text, blocks: blocksOf(text, token, outcome.left) };
}

/** The form of an interaction, or of a slash command, which has its members itself. */
export function payloadOf(body: Buffer): unknown {
  const form = new URLSearchParams(body.toString());
  if (form.has('command')) return Object.fromEntries(form);
  const text = form.get('payload') ?? '';
  const value: unknown = jsonOf(Buffer.from(text === '' ? '{}' : text));
  return isObject(value) ? value : {};
}
