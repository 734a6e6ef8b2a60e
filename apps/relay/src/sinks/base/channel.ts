import type { Clock } from '@sextant/platform-runtime/clock';
import type { AlertIdentity, RelayEvent } from '../../events/event.js';
import type { Bucket } from '../../delivery/rate-limits.js';
import type { Outcome, OutgoingMessage } from '../../delivery/sink.js';
import type { Render } from '../../templates/message-template.js';
import type { Earlier } from './earlier.js';
import type { HttpAnswer, HttpCall } from '../http/http-call.js';

/** An option of a channel, spelt `--<channel>-out-<name>`. */
export interface ChannelOption {
  readonly kind: 'address' | 'template' | 'text' | 'texts';
  readonly description: string;
  readonly example: string;
  readonly default?: string;
  readonly secret?: boolean;
  /** Spellings of the upstream tool, without the prefix. */
  readonly also?: readonly string[];
}

export type ChannelOptions = Readonly<Record<string, ChannelOption>>;

type ValueOf<O extends ChannelOption> = O extends { readonly kind: 'texts' }
  ? readonly string[] | undefined
  : O extends { readonly kind: 'template' }
    ? Render | undefined
    : O extends { readonly default: string }
      ? string
      : string | undefined;

/** The options' values; templates are compiled. */
export type ChannelValues<O extends ChannelOptions> = {
  readonly [Name in keyof O]: ValueOf<O[Name]>;
};

/** One message for one target. */
export interface ChannelMessage extends OutgoingMessage {
  /** As `targets` has it, or a line of the selector. */
  readonly target: string;
  /** The first of the events that it stands for. */
  readonly event: RelayEvent;
  readonly alert: AlertIdentity | undefined;
}

export interface ChannelUses {
  readonly call: (request: Omit<HttpCall, 'timeoutMs'>) => Promise<HttpAnswer>;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The message that all of these are in already, where the channel remembers. */
  readonly earlier: (message: ChannelMessage) => Promise<Earlier | undefined>;
}

/** A channel that is configured. */
export interface OpenChannel {
  /** Where an event goes that no selector sends elsewhere. */
  readonly targets: readonly string[];
  /** What the vendor lets in, by target. */
  limits(target: string): readonly Bucket[];
  /**
   * Makes the message. Whatever it throws is the fault of the event, which is a dead letter then.
   *
   * @returns sends it once; a rejection is a failure of the target, that passes
   */
  compose(message: ChannelMessage): () => Promise<Outcome>;
  /** Without secrets; the host of an address, and the target as it is, if absent. */
  label?(target: string): string;
  close?(): Promise<void>;
}

/**
 * One kind of channel. Everything that is its own stands in one file of the folder `channels`, and its
 * name in `channels.ts`: options, documents and default message follow.
 */
export interface Channel<O extends ChannelOptions = ChannelOptions> {
  /** As routes name it. */
  readonly name: string;
  readonly title: string;
  /** Names that `forward` and templates know it by; the first one is its own. */
  readonly titles: readonly [string, ...string[]];
  readonly options: O;
  /** It is there when all of these are set. */
  readonly needs: readonly (keyof O & string)[];
  /** What a line of the selector names. */
  readonly target: string;
  /** Chats are spared repeats and old notices, and get a long queue as one message. */
  readonly isChat: boolean;
  /** Without a template of its own it is sent what fires and is resolved, and nothing else; of a group always its alerts. */
  readonly onlyAlerts?: boolean;
  /** Later messages of the same key refer to earlier ones. */
  readonly remembers?: boolean;
  readonly concurrency?: number;
  /** Function that escapes values in the default message; the event as JSON for `json`. */
  readonly escape: 'commonmarkEscape' | 'googleChatEscape' | 'json' | 'plain';
  /** Most characters of one message; longer ones go in parts. */
  readonly maxText?: number;
  /** Names that the message and the selector may have beside `<name>-message`. */
  readonly messageNames?: readonly string[];
  readonly selectorNames?: readonly string[];
  /** Spellings of the upstream tool of `--<name>-out-selector`, without the prefix. */
  readonly selectorAlso?: readonly string[];
  /** What is valid alone and wrong together. */
  complaint?(values: ChannelValues<O>): string | undefined;
  open(values: ChannelValues<O>, uses: ChannelUses): OpenChannel;
}

/** For its types: what `open` gets follows from the options. */
export const channel = <const O extends ChannelOptions>(definition: Channel<O>): Channel =>
  definition as unknown as Channel;
