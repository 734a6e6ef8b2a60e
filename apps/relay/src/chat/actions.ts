import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { alertIdentity, eventId, type RelayEvent } from '../events/event.js';
import { Intake } from '../intake/intake.js';
import { at, isObject, textAt } from '../sources/payload.js';
import { Escalations } from '../on-call/escalations.js';
import { CurrentConfig } from '../options/current-config.js';
import { Spool } from '../spool/spool.js';
import { ConfiguredSilences } from './configured-silences.js';
import {
  NOT_ALLOWED,
  type ActionKind,
  type AlertActions,
  type AlertButtons,
  type ActionOutcome,
  type ActionRequest,
  type ChatName,
  type OpenAlert,
} from '../sinks/actions/action.js';
import { auditEvent, noteOf } from './audit.js';
import type { Kept } from './kept-alert.js';
import { nextTimeOfDay } from '../routing/morning.js';

const HOUR_MS = 3_600_000;
const MAX_LISTED = 200;
const PLACE = { sink: 'actions', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/** What people do about alerts from chats. Who did what is an event of its own. */
@Injectable()
export class Actions implements AlertActions, AlertButtons {
  /** One at a time for each alert: two clicks at once are one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly spool: Spool,
    private readonly intake: Intake,
    private readonly clock: Clock,
    private readonly config: CurrentConfig,
    private readonly silences: ConfiguredSilences,
    private readonly escalations: Escalations,
  ) {}

  /** @returns what the message of an alert carries; nothing for what nothing can be done about */
  async remember(event: RelayEvent, text: string): Promise<string | undefined> {
    const alert = alertIdentity(event);
    if (alert?.status !== 'firing') return undefined;
    const token = tokenOf({ key: event.key, startsAt: alert.startsAt });
    if ((await this.#find(token)) !== undefined) return token;
    const labels = at(event.data, 'labels');
    await this.#keep(token, {
      key: event.key,
      subject: event.subject,
      labels: isObject(labels) ? (labels as Kept['labels']) : {},
      startsAt: alert.startsAt,
      isAlertmanagers: isAlertmanagers(event),
      ...{ text, notes: [], done: [], requests: [], event, dueMs: 0 },
    });
    return token;
  }

  /** What may be done about an alert that nobody has touched. */
  offered(event: RelayEvent): readonly ActionKind[] {
    return this.#left({ isAlertmanagers: isAlertmanagers(event), done: [] });
  }

  /** Alerts that something can be done about, the newest first. */
  async open(): Promise<readonly OpenAlert[]> {
    const found = await this.spool.due(PLACE.sink, this.clock.nowMs(), MAX_LISTED);
    return (found as unknown as readonly Kept[]).map((kept) => ({
      token: tokenOf(kept),
      subject: kept.subject,
    }));
  }

  mayAct(chat: ChatName, userId: string): boolean {
    return this.#nameOf(chat, userId) !== undefined;
  }

  #nameOf(chat: ChatName, userId: string): string | undefined {
    return this.config.value.actionUsers?.[`${chat}:${userId}`];
  }

  async perform(request: ActionRequest): Promise<ActionOutcome> {
    const before = this.#turns.get(request.token) ?? Promise.resolve();
    const turn = before.then(() => this.#perform(request));
    const settled = turn.catch(() => undefined);
    this.#turns.set(request.token, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(request.token) === settled) this.#turns.delete(request.token);
    }
  }

  async #perform(request: ActionRequest): Promise<ActionOutcome> {
    const { chat, userId, token, kind, requestId } = request;
    const by = this.#nameOf(chat, userId);
    if (by === undefined) return refused(NOT_ALLOWED);
    const kept = await this.#find(token);
    if (kept === undefined) return refused('This alert is not known any more.');
    if (kept.requests.includes(requestId)) return this.#done(kept);
    if (kind === 'graph') return this.#show(kept, request);
    if (!this.#left(kept).includes(kind)) return refused('This has been done already.');
    try {
      const note = await this.#act(kept, request, by);
      const now = {
        ...kept,
        notes: [...kept.notes, note],
        done: [...kept.done, kind],
        requests: [...kept.requests, requestId],
        dueMs: kind === 'ack' ? (0 as const) : null,
      };
      await this.#keep(token, now);
      return this.#done(now);
    } catch (error) {
      return refused(
        `It could not be done: ${error instanceof Error ? error.message : 'unknown'}.`,
      );
    }
  }

  /** The alert once more, with a graph of now, in the chat that asked. */
  async #show(kept: Kept, request: ActionRequest): Promise<ActionOutcome> {
    const { event } = kept;
    if (event === undefined || !this.#left(kept).includes('graph')) {
      return refused('There is no graph of this alert.');
    }
    const sink = request.chat === 'slack' ? 'teamchat' : 'chatbot';
    const id = eventId('graph', request.token, request.chat, request.requestId);
    const again = { id, directed: { sinks: [sink] }, queuedMs: this.clock.nowMs() };
    await this.intake.accept({
      ...{ source: 'actions', bytes: 0 },
      events: [{ ...event, ...again }],
    });
    return { ...this.#done(kept), said: 'The graph is on its way.' };
  }

  async #act(kept: Kept, request: ActionRequest, by: string): Promise<string> {
    const { kind } = request;
    const { clock } = this;
    const silences = this.silences.alertmanager;
    const untilMs = await this.#silence(kept, request, by);
    if (kind === 'resolve') await silences?.resolve(kept.labels, kept.startsAt);
    await this.intake.accept({
      source: 'actions',
      events: [auditEvent({ kept, request, by, untilMs, nowMs: clock.nowMs() })],
      bytes: 0,
    });
    // Nobody else need be told.
    await this.escalations.stop(kept.key);
    return noteOf({ kind, by, untilMs, nowMs: clock.nowMs(), zone: this.config.value.actionZone });
  }

  /**
   * Made once, also when what follows it fails or the process ends, and somebody presses again.
   * @returns until when; nothing where nothing is silenced
   */
  async #silence(kept: Kept, request: ActionRequest, by: string): Promise<number | undefined> {
    const { kind, requestId, token } = request;
    const silences = this.silences.alertmanager;
    const untilMs = this.#untilMs(kind);
    if (untilMs === undefined || silences === undefined) return untilMs;
    const { asked, labels } = kept;
    if (asked?.kind === kind) {
      if (await silences.isMade({ labels, requestId: asked.requestId })) return asked.untilMs;
    }
    await this.#keep(token, { ...kept, asked: { kind, requestId, untilMs } });
    await silences.silence({ labels, untilMs, by, requestId });
    return untilMs;
  }

  #untilMs(kind: ActionKind): number | undefined {
    const nowMs = this.clock.nowMs();
    const { actionMorning: morning, actionZone: zone } = this.config.value;
    if (kind === 'silence-1h') return nowMs + HOUR_MS;
    if (kind === 'silence-4h') return nowMs + 4 * HOUR_MS;
    return kind === 'silence-morning' ? nextTimeOfDay(nowMs, morning, zone) : undefined;
  }

  /** Only Alertmanager's own alerts can be silenced there. */
  #left({ isAlertmanagers, done }: Pick<Kept, 'isAlertmanagers' | 'done'>): readonly ActionKind[] {
    const isOver = done.some((kind) => kind !== 'ack');
    if (isOver) return [];
    const acknowledge: readonly ActionKind[] = done.includes('ack') ? [] : ['ack'];
    if (this.silences.alertmanager === undefined || !isAlertmanagers) return acknowledge;
    const { dashboardUrl } = this.config.value;
    const graph: readonly ActionKind[] = dashboardUrl === undefined ? [] : ['graph'];
    return [...acknowledge, 'silence-1h', 'silence-4h', 'silence-morning', 'resolve', ...graph];
  }

  #done(kept: Kept): Extract<ActionOutcome, { kind: 'done' }> {
    const { text, notes } = kept;
    return { kind: 'done', text, notes, left: this.#left(kept), said: notes.at(-1) ?? 'Done.' };
  }

  async #find(token: string): Promise<Kept | undefined> {
    const found = await this.spool.reply(PLACE, token);
    return found?.reply as Kept | undefined;
  }

  async #keep(token: string, kept: Kept): Promise<void> {
    const reply = { ...PLACE, key: token, reply: { ...kept }, atMs: this.clock.nowMs() };
    await this.spool.settle({ ...NOTHING, replies: [reply] });
  }
}

const tokenOf = ({ key, startsAt }: Pick<Kept, 'key' | 'startsAt'>): string =>
  eventId('action', key, startsAt).slice(0, 16);

/**
 * Only what has a name can be silenced: whoever may post alerts could make up one with the label that all
 * others have, and whoever presses would silence those.
 */
const isAlertmanagers = ({ source, data }: RelayEvent): boolean =>
  source === 'alertmanager' && textAt(data, 'labels', 'alertname') !== '';

const refused = (reason: string): ActionOutcome => ({ kind: 'refused', reason });
