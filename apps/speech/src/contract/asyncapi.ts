import { LISTENING_PATH } from '../listening/listening-path.js';
import { LIVE_PATH, LIVE_PROTOCOL } from '../live/live-path.js';
import { VERSION } from '../http/version.js';

/** A WebSocket and its messages, by the names of their schemas. */
interface Channel {
  readonly address: string;
  readonly about: string;
  /** Names of the operations: what clients send, and what they are told. */
  readonly operations: readonly [receive: string, send: string];
  readonly sent: Readonly<Record<string, string>>;
  readonly received: Readonly<Record<string, string>>;
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  live: {
    address: LIVE_PATH,
    about: 'A WebSocket (RFC 6455) with JSON in text frames.',
    operations: ['write', 'speak'],
    sent: {
      StartMessage: 'Begins a session: the first message of a connection',
      ResumeMessage: 'Goes on with a session: the first message of another connection',
      RunningMessage: 'Text as it is written, the end of a turn, an interruption, the end',
    },
    received: {
      StartedMessage: 'The answer to `start`',
      ResumedMessage: 'The answer to `resume`; what was not heard follows',
      AudioMessage: 'Speech, as it is made',
      TurnDoneMessage: 'A turn was said to its end',
      ClearedMessage: 'A turn was broken off',
      DoneMessage: 'Everything was said',
      ErrorMessage: 'Why the connection ends',
    },
  },
  listen: {
    address: LISTENING_PATH,
    about:
      'A WebSocket (RFC 6455) with JSON in text frames, and sound in binary ones or in Base64.',
    operations: ['say', 'transcribe'],
    sent: {
      ListenStartMessage: 'Begins a transcription: the first message of a connection',
      ListenResumeMessage: 'Goes on with one: the first message of another connection',
      ListenRunningMessage: 'Sound, the end of what is being said, the end',
    },
    received: {
      ListenStartedMessage: 'The answer to `start`',
      ListenResumedMessage: 'The answer to `resume`; what was not heard follows',
      SpeechStartedMessage: 'Somebody begins to speak',
      TranscriptMessage: 'What is being said, or was said',
      ListenDoneMessage: 'Everything was written down',
      ErrorMessage: 'Why the connection ends',
    },
  },
};

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

type Schemas = Readonly<Record<string, object>>;

/** The live protocols as an AsyncAPI 3 document. @param all schemas of the OpenAPI document, which describe the messages too */
export function asyncApiOf(all: Schemas): object {
  const channels = Object.entries(CHANNELS);
  const titles = Object.fromEntries(
    channels.flatMap(([, { sent, received }]) => Object.entries({ ...sent, ...received })),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sextant speech',
      version: VERSION,
      description:
        'Speech of text that is still being written, and transcripts of what is still being said, over WebSockets.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(channels.map(([name, channel]) => [name, channelOf(channel)])),
    operations: operationsOf(channels),
    components: {
      messages: Object.fromEntries(
        Object.entries(titles).map(([name, title]) => [
          name,
          { name, title, payload: { $ref: `#/components/schemas/${name}` } },
        ]),
      ),
      schemas: Object.fromEntries(needed(all, Object.keys(titles))),
    },
  };
}

const channelOf = ({ address, about, sent, received }: Channel) => ({
  address,
  description: `${about} The handshake carries \`Authorization: Bearer <key or token>\`; browsers offer the subprotocols \`${LIVE_PROTOCOL}\` and \`bearer.<key or token>\`.`,
  messages: Object.fromEntries(
    Object.keys({ ...sent, ...received }).map((name) => [
      name,
      { $ref: `#/components/messages/${name}` },
    ]),
  ),
});

const operationsOf = (channels: readonly (readonly [string, Channel])[]): object =>
  Object.fromEntries(
    channels.flatMap(([name, { operations, sent, received }]) => [
      [operations[0], operation(name, 'receive', Object.keys(sent))],
      [operations[1], operation(name, 'send', Object.keys(received))],
    ]),
  );

const operation = (channel: string, action: 'send' | 'receive', names: readonly string[]) => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
});

/** The schemas of these names and those that they refer to. */
function needed(all: Schemas, names: readonly string[]): Map<string, object> {
  const found = new Map<string, object>();
  const add = (name: string): void => {
    const schema = all[name];
    if (schema === undefined || found.has(name)) return;
    found.set(name, schema);
    for (const reference of referencesIn(schema)) add(reference);
  };
  for (const name of names) add(name);
  return found;
}

function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const [, name] = key === '$ref' ? (REFERENCE.exec(String(member)) ?? []) : [];
    return name === undefined ? referencesIn(member) : [name];
  });
}
