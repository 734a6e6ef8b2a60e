import { ACTION_LABELS, isActionKind } from '../../domain/actions/action.js';
import type { ActionKind, ActionOutcome, ActionRequest } from '../../domain/actions/action.js';
import type { Observer } from '../../domain/observer.js';
import { at, isObject, textAt } from '../../domain/sources/payload.js';
import { escapeMrkdwn } from '../../domain/templates/escape.js';
import { call } from '../sinks/http-call.js';
import { jsonCall } from '../sinks/posting.js';

export interface SlackActionsUses {
  readonly perform: (request: ActionRequest) => Promise<ActionOutcome>;
  readonly observer: Observer;
}

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
export class SlackActions {
  constructor(private readonly uses: SlackActionsUses) {}

  async take(payload: unknown): Promise<void> {
    if (textAt(payload, 'type') !== 'block_actions') return;
    const actions = at(payload, 'actions');
    for (const action of Array.isArray(actions) ? (actions as unknown[]) : []) {
      await this.#press(payload, action);
    }
  }

  async #press(payload: unknown, action: unknown): Promise<void> {
    const [prefix, kind = ''] = textAt(action, 'action_id').split(' ');
    if (prefix !== PREFIX || !isActionKind(kind)) return;
    const token = textAt(action, 'value');
    const outcome = await this.uses.perform({
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
      this.uses.observer.trouble('slack.answer_failed', error),
    );
  }
}

/** The message says who did what; a refusal is for who pressed, alone. */
function bodyOf(outcome: ActionOutcome, token: string): object {
  if (outcome.kind === 'refused') {
    return { response_type: 'ephemeral', replace_original: false, text: outcome.reason };
  }
  const notes = outcome.notes.map((note) => `:white_check_mark: ${escapeMrkdwn(note)}`).join('\n');
  const text = `${outcome.text}\n\n${notes}`;
  return { replace_original: true, text, blocks: blocksOf(text, token, outcome.left) };
}

/** The form of an interaction. */
export function payloadOf(body: Buffer): unknown {
  const text = new URLSearchParams(body.toString()).get('payload') ?? '';
  const value: unknown = JSON.parse(text === '' ? '{}' : text);
  return isObject(value) ? value : {};
}
