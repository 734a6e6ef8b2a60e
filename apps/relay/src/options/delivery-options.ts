import { url } from '@sextant/platform-runtime/config';
import { postgresSettings } from '@sextant/platform-data/postgres';
import { aNumber, anAddress, aText, numberWith, someTexts, textWith } from './names.js';
import { fileOptions } from './structured-options.js';

const DAY_SECONDS = 86_400;

export const deliveryOptions = {
  ...fileOptions,
  spoolDir: textWith(
    {
      name: 'SPOOL_DIR',
      description: 'Folder in which accepted events wait, unless PostgreSQL keeps them.',
      example: '/var/lib/relay',
    },
    '.data/relay',
  ),
  spoolMaxBytes: numberWith(
    {
      name: 'SPOOL_MAX_BYTES',
      description:
        'Events that wait, and dead letters, may take so many bytes of that folder; then senders get 503. 0 for no limit but the disk.',
      example: '1073741824',
    },
    0,
    { max: Number.MAX_SAFE_INTEGER },
  ),
  spoolReserveBytes: numberWith(
    {
      name: 'SPOOL_RESERVE_BYTES',
      description:
        'Bytes of that disk that are held in a file, and as many that are left free: events are refused before the disk is full, and what was delivered can still be noted down.',
      example: '33554432',
    },
    32 * 1024 * 1024,
    { max: 1024 ** 4 },
  ),
  historyDays: numberWith(
    {
      name: 'HISTORY_DAYS',
      description:
        'Days for which events and deliveries can be searched; they are in a database of their own in that folder. 0 for none.',
      example: '30',
    },
    7,
    { max: 3650 },
  ),
  historyMaxBytes: numberWith(
    {
      name: 'HISTORY_MAX_BYTES',
      description: 'Bytes that the history may take; then the oldest go.',
      example: '1073741824',
    },
    512 * 1024 * 1024,
    { min: 1024 * 1024, max: Number.MAX_SAFE_INTEGER },
  ),
  historyLeastFreeBytes: aNumber({
    name: 'HISTORY_LEAST_FREE_BYTES',
    description:
      'While the disk has less than this free, the history is emptied and not written; twice the reserve of the spool if absent.',
    example: '1073741824',
  }),
  databaseUrl: url(
    ['postgres', 'postgresql'],
    'DATABASE_URL',
    'PostgreSQL that replicas share for the events that wait, instead of the folder.',
    { example: 'postgres://user:password@db:5432/relay', secret: true },
  ),
  databasePoolSize: postgresSettings.databasePoolSize,
  databaseMigrate: postgresSettings.databaseMigrate,
  retrySeconds: numberWith(
    {
      name: 'RETRY_SECONDS',
      description: 'A delivery that fails for longer than this becomes a dead letter.',
      example: '86400',
    },
    DAY_SECONDS,
    { max: 30 * DAY_SECONDS },
  ),
  retryMaxSeconds: numberWith(
    {
      name: 'RETRY_MAX_SECONDS',
      description: 'Longest pause between two tries.',
      example: '300',
    },
    300,
    { min: 1, max: 3600 },
  ),
  dedupSeconds: numberWith(
    {
      name: 'CHAT_DEDUP_SECONDS',
      description: 'Chats are told of an alert in one state once in this time; 0 tells each time.',
      example: '0',
    },
    300,
    { max: 7 * DAY_SECONDS },
  ),
  staleSeconds: numberWith(
    {
      name: 'CHAT_STALE_SECONDS',
      description: 'Notices that waited longer are not sent to chats any more; 0 sends all.',
      example: '21600',
    },
    21_600,
    { max: 30 * DAY_SECONDS },
  ),
  coalesceAbove: numberWith(
    {
      name: 'CHAT_COALESCE_ABOVE',
      description: 'When more messages wait for a chat, they are put together; 0 never does it.',
      example: '20',
    },
    20,
    { max: 100_000 },
  ),
  templateEnv: someTexts({
    name: 'TEMPLATE_ENV',
    description: 'Variables that templates may read with getEnv, beside EVENTS_TEMPLATE_*.',
    example: 'CLUSTER,REGION',
  }),
  templateTimeFormat: textWith(
    {
      name: 'TEMPLATE_TIME_FORMAT',
      description: 'Layout of the times that timeFormat reads.',
      example: '2006-01-02T15:04:05Z07:00',
    },
    '2006-01-02T15:04:05.999Z',
  ),
};

export const dashboardOptions = {
  dashboardUrl: anAddress({
    name: 'DASHBOARD_URL',
    also: ['GRAFANA_URL', 'GRAFANA_RENDER_URL'],
    description:
      'Grafana that draws pictures of alerts; no pictures if absent. It may hold user:password@.',
    example: 'http://grafana:3000',
    secret: true,
  }),
  dashboardApiKey: aText({
    name: 'DASHBOARD_API_KEY',
    also: ['GRAFANA_API_KEY', 'GRAFANA_RENDER_API_KEY'],
    description: 'Its service account token, or user:password.',
    example: 'glsa_xxx',
    secret: true,
  }),
  dashboardDatasource: textWith(
    {
      name: 'DASHBOARD_DATASOURCE',
      also: ['GRAFANA_DATASOURCE', 'GRAFANA_RENDER_DATASOURCE'],
      description: 'Name of its Prometheus data source.',
      example: 'Prometheus',
    },
    'Prometheus',
  ),
  dashboardOrg: numberWith(
    {
      name: 'DASHBOARD_ORG',
      also: ['GRAFANA_ORG', 'GRAFANA_RENDER_ORG'],
      description: 'Its organization.',
      example: '1',
    },
    1,
  ),
  dashboardPeriod: numberWith(
    {
      name: 'DASHBOARD_PERIOD',
      also: ['GRAFANA_PERIOD', 'GRAFANA_RENDER_PERIOD'],
      description: 'Minutes that a picture shows.',
      example: '60',
    },
    60,
    { min: 1, max: 10_080 },
  ),
  dashboardWidth: numberWith(
    {
      name: 'DASHBOARD_IMAGE_WIDTH',
      also: ['GRAFANA_IMAGE_WIDTH', 'GRAFANA_RENDER_IMAGE_WIDTH'],
      description: 'Width of a picture in pixels.',
      example: '1280',
    },
    1280,
    { min: 100, max: 4000 },
  ),
  dashboardHeight: numberWith(
    {
      name: 'DASHBOARD_IMAGE_HEIGHT',
      also: ['GRAFANA_IMAGE_HEIGHT', 'GRAFANA_RENDER_IMAGE_HEIGHT'],
      description: 'Height of a picture in pixels.',
      example: '640',
    },
    640,
    { min: 100, max: 4000 },
  ),
  dashboardTimeout: numberWith(
    {
      name: 'DASHBOARD_TIMEOUT',
      also: ['GRAFANA_TIMEOUT', 'GRAFANA_RENDER_TIMEOUT'],
      description: 'Seconds that a picture may take; then the message goes out without it.',
      example: '60',
    },
    60,
    { min: 1, max: 300 },
  ),
};
