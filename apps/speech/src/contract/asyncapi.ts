import { LIVE_PATH, LIVE_PROTOCOL } from '../live/live-path.js';
import { VERSION } from '../http/version.js';

const SENT = {
  StartMessage: 'Begins a session: the first message of a connection',
  ResumeMessage: 'Goes on with a session: the first message of another connection',
  RunningMessage: 'Text as it is written, the end of a turn, an interruption, the end',
};

const RECEIVED = {
  StartedMessage: 'The answer to `start`',
  ResumedMessage: 'The answer to `resume`; what was not heard follows',
  AudioMessage: 'Speech, as it is made',
  TurnDoneMessage: 'A turn was said to its end',
  ClearedMessage: 'A turn was broken off',
  DoneMessage: 'Everything was said',
  ErrorMessage: 'Why the connection ends',
};

const REFERENCE = /^#\/components\/schemas\/(\w+)$/;

type Schemas = Readonly<Record<string, object>>;

/** The live protocol as an AsyncAPI 3 document. @param all schemas of the OpenAPI document, which describe the messages too */
export function asyncApiOf(all: Schemas): object {
  const titles = { ...SENT, ...RECEIVED };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sextant speech',
      version: VERSION,
      description: 'Speech of text that is still being written, over a WebSocket.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: { live: channelOf(Object.keys(titles)) },
    operations: {
      write: operation('receive', Object.keys(SENT)),
      speak: operation('send', Object.keys(RECEIVED)),
    },
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

const channelOf = (names: readonly string[]) => ({
  address: LIVE_PATH,
  description: `A WebSocket (RFC 6455) with JSON in text frames. The handshake carries \`Authorization: Bearer <key or token>\`; browsers offer the subprotocols \`${LIVE_PROTOCOL}\` and \`bearer.<key or token>\`.`,
  messages: Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
  ),
});

const operation = (action: 'send' | 'receive', names: readonly string[]) => ({
  action,
  channel: { $ref: '#/channels/live' },
  messages: names.map((name) => ({ $ref: `#/channels/live/messages/${name}` })),
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
