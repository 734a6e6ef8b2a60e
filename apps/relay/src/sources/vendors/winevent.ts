import { sharedSecret } from '../authentication.js';
import { at, isObject, textAt, timeOfEpoch, type JsonObject } from '../payload.js';
import { listOf, number, object, text, textOrEmpty } from '../schema.js';
import { vendor, type Reading } from '../vendor.js';

const TAGS = [
  'Message',
  'LevelText',
  'Keywords',
  'EventRecordID',
  'provider',
  'city',
  'mt',
  'host',
];

const metric = object(
  {
    name: text,
    tags: {
      type: 'object',
      properties: Object.fromEntries(TAGS.map((name) => [name, textOrEmpty])),
    },
    fields: { type: 'object' },
    timestamp: number,
  },
  ['name', 'tags', 'timestamp'],
);

/**
 * Windows' event log by Telegraf: inputs.win_eventlog, outputs.http with data_format "json" and
 * `event_tags` that make Message, LevelText, Keywords and EventRecordID tags.
 */
export const winevent = vendor({
  name: 'winevent',
  title: 'Windows event log (Telegraf)',
  event: 'WinEvent',
  authentication: sharedSecret(),
  schema: metric,
  payload: object({ metrics: listOf(metric) }, ['metrics']),
  key: 'The host and the provider.',
  example: {
    metrics: [
      {
        name: 'win_eventlog',
        tags: {
          Message: 'The Windows Update service entered the stopped state.',
          LevelText: 'Information',
          Keywords: 'Classic',
          EventRecordID: '97068',
          provider: 'Service Control Manager',
          city: 'London',
          mt: '',
          host: 'dc-1',
        },
        fields: { EventID: 7036 },
        timestamp: 1654888805,
      },
    ],
  },
  template:
    '[{{ toUpper .data.tags.LevelText }}] {{ .data.tags.host }} {{ .data.tags.provider }}: {{ .data.tags.Message }}',
  read: ({ metrics }) =>
    (Array.isArray(metrics) ? metrics : []).filter(isObject).map((one) => readingOf(one)),
});

function readingOf(metric: JsonObject): Reading {
  const data: JsonObject = { ...metric, tags: tagsOf(metric) };
  const host = textAt(data, 'tags', 'host');
  const provider = textAt(data, 'tags', 'provider');
  return {
    what: 'logged',
    key: `${host}/${provider}`,
    subject: `${host}/${provider}`,
    time: timeOfEpoch(data['timestamp']),
    labels: {
      host,
      provider,
      severity: textAt(data, 'tags', 'LevelText').toLowerCase(),
      city: at(data, 'tags', 'city'),
    },
    data,
  };
}

/** Telegraf has most of these as fields unless its `event_tags` say otherwise. */
function tagsOf({ tags, fields }: JsonObject): JsonObject {
  const filled = TAGS.map((name) => [name, textAt(tags, name) || textAt(fields, name)] as const);
  return { ...(isObject(tags) ? tags : {}), ...Object.fromEntries(filled) };
}
