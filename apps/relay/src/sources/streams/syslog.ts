import { SYSLOG_SEVERITIES } from '../../options/syslog-options.js';
import { eventId, type RelayEvent } from '../../events/event.js';
import { timeOfText, type JsonObject } from '../payload.js';

export interface SyslogMessage {
  /** 0 is the worst. */
  readonly severity: number;
  readonly data: JsonObject;
}

const HEADER = /^<(\d{1,3})>1 (\S{1,48}) (\S{1,255}) (\S{1,48}) (\S{1,128}) (\S{1,32}) /;
const MAX_PRIORITY = 191;
const NIL = '-';

/** Reads a message of RFC 5424, section 6; nothing when it is none. */
export function parseSyslog(text: string): SyslogMessage | undefined {
  const header = HEADER.exec(text);
  if (header === null) return undefined;
  const [whole, priority, ...fields] = header;
  const elements = structuredData(text.slice(whole.length));
  if (elements === undefined || Number(priority) > MAX_PRIORITY) return undefined;
  const severity = Number(priority) % 8;
  return {
    severity,
    data: {
      facility: Math.floor(Number(priority) / 8),
      severity: SYSLOG_SEVERITIES[severity],
      ...namedFields(fields),
      structured_data: elements.found,
      // "MSG-UTF8 = BOM UTF-8-STRING".
      message: elements.rest.replace(/^ ?\uFEFF?/, '').trimEnd(),
    },
  };
}

const FIELDS = ['timestamp', 'hostname', 'app_name', 'proc_id', 'msg_id'] as const;

const namedFields = (values: readonly string[]): JsonObject =>
  Object.fromEntries(FIELDS.map((name, index) => [name, valueOf(values[index] ?? NIL)]));

const valueOf = (field: string): string => (field === NIL ? '' : field);

const ELEMENT = /\[([^\s="\]]{1,32})((?: [^\s="\]]{1,32}="(?:[^"\\\]]|\\.)*")*)\]/y;
const PARAMETER = / ([^\s="\]]{1,32})="((?:[^"\\\]]|\\.)*)"/g;

/** Section 6.3: elements without anything between them, or a hyphen. */
function structuredData(text: string) {
  if (text.startsWith(NIL)) return { found: {}, rest: text.slice(1) };
  const found: Record<string, Readonly<Record<string, string>>> = {};
  let end = 0;
  for (;;) {
    ELEMENT.lastIndex = end;
    const [whole, id = '', parameters = ''] = ELEMENT.exec(text) ?? [];
    if (whole === undefined) break;
    const pairs = [...parameters.matchAll(PARAMETER)];
    found[id] = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, plain(value)]));
    end += whole.length;
  }
  return end === 0 ? undefined : { found, rest: text.slice(end) };
}

/** Section 6.3.3: a quote, a backslash and a bracket are escaped. */
const plain = (value: string): string => value.replaceAll(/\\(["\\\]])/g, '$1');

interface Place {
  readonly channel: string;
  readonly nowMs: number;
  /** Tells lines apart that say the same at the same time. */
  readonly number: string;
}

export function syslogEvent({ data, severity }: SyslogMessage, place: Place): RelayEvent {
  const [host, app, id] = ['hostname', 'app_name', 'msg_id'].map((name) => String(data[name]));
  const name = SYSLOG_SEVERITIES[severity] ?? 'debug';
  const key = `${host ?? ''}/${app ?? ''}`;
  return {
    id: eventId('syslog', place.number, JSON.stringify(data)),
    source: 'syslog',
    channel: place.channel,
    type: 'SyslogEvent',
    eventType: `org.sextant.relay.syslog.${name}.v1`,
    key,
    subject: key,
    time: timeOfText(data['timestamp']) ?? new Date(place.nowMs).toISOString(),
    receivedMs: place.nowMs,
    labels: {
      ...{ source: 'syslog', severity: name, facility: String(data['facility']) },
      ...{ host: host ?? '', app: app ?? '', msg_id: id ?? '' },
    },
    data,
  };
}
