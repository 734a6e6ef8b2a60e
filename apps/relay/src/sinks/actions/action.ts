import type { RelayEvent } from '../../events/event.js';

/** What somebody may do about an alert from a chat. */
export const ACTION_KINDS = [
  'ack',
  'silence-1h',
  'silence-4h',
  'silence-morning',
  'resolve',
  'graph',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export const isActionKind = (text: string): text is ActionKind =>
  (ACTION_KINDS as readonly string[]).includes(text);

/** What buttons say. */
export const ACTION_LABELS: Readonly<Record<ActionKind, string>> = {
  ack: 'Acknowledge',
  'silence-1h': 'Silence 1 h',
  'silence-4h': 'Silence 4 h',
  'silence-morning': 'Until morning',
  resolve: 'Resolve',
  graph: 'Show graph',
};

/** Said to strangers, alone. */
export const NOT_ALLOWED = 'You are not among those who may act here.';

export type ChatName = 'telegram' | 'slack';

export interface ActionRequest {
  /** Of the alert, as its message carries it. */
  readonly token: string;
  readonly kind: ActionKind;
  readonly chat: ChatName;
  /** The chat's own id of who asks. */
  readonly userId: string;
  /** The chat's own id of this click: chats deliver some twice. */
  readonly requestId: string;
}

export type ActionOutcome =
  | {
      readonly kind: 'done';
      /** The alert's message as it was sent, and what has been done about it since. */
      readonly text: string;
      readonly notes: readonly string[];
      /** What may still be done. */
      readonly left: readonly ActionKind[];
      /** For who asked. */
      readonly said: string;
    }
  /** Said to who asked, and to nobody else. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Where alerts are silenced and ended. */
export interface Silences {
  /** @returns the id of the silence @throws {Error} when it cannot be done */
  silence(wish: {
    readonly labels: Readonly<Record<string, string>>;
    readonly untilMs: number;
    readonly by: string;
    readonly requestId: string;
  }): Promise<string>;
  /** Whether the silence of a request is there: what it was answered is not known. @throws {Error} when it cannot be told */
  isMade(wish: {
    readonly labels: Readonly<Record<string, string>>;
    readonly requestId: string;
  }): Promise<boolean>;
  /** @throws {Error} when it cannot be done */
  resolve(labels: Readonly<Record<string, string>>, startsAt: string): Promise<void>;
}

/** An alert that something can be done about. */
export interface OpenAlert {
  readonly token: string;
  readonly subject: string;
}

/** What people in chats may ask for. */
export abstract class AlertActions {
  abstract perform(request: ActionRequest): Promise<ActionOutcome>;
  /** Alerts that something can be done about, the newest first. */
  abstract open(): Promise<readonly OpenAlert[]>;
  /** Whether somebody may act, by the chat's own id. */
  abstract mayAct(chat: ChatName, userId: string): boolean;
}

/** What a chat needs to put buttons under an alert. */
export interface AlertButtons {
  /** @returns what the buttons carry; nothing for what nothing can be done about */
  remember(event: RelayEvent, text: string): Promise<string | undefined>;
  offered(event: RelayEvent): readonly ActionKind[];
}
