/**
 * What a number at `/metrics` must not be. The bounds are those of the alerts in k8s/overlays/prod/alerts.yaml, without
 * the time that an alert waits.
 *
 * @typedef {object} Rule
 * @property {string} metric
 * @property {Record<string, string>} [labels] of the samples that count
 * @property {'sum' | 'max' | 'min'} of
 * @property {number} [above]
 * @property {number} [below]
 * @property {(value: number) => string} says
 * @property {string} alert whose section in docs/runbooks.md says what to do
 */

const minutes = (seconds) => `${Math.round(seconds / 60)} minutes`;
const count = (what) => (value) => `${value} ${what}`;

/** @type {readonly Rule[]} */
export const RULES = [
  {
    ...{ metric: 'nodejs_eventloop_lag_p99_seconds', of: 'max', above: 0.5 },
    says: (value) => `the event loop is ${value.toFixed(1)} s late`,
    alert: 'SextantEventLoopSlow',
  },
  {
    ...{ metric: 'rate_limit_redis_up', of: 'min', below: 1 },
    says: () => 'Redis is away: each replica counts for itself',
    alert: 'SextantLimitsUnshared',
  },
  {
    ...{ metric: 'outbox_oldest_pending_seconds', of: 'max', above: 300 },
    says: (value) => `events have waited ${minutes(value)} for the broker`,
    alert: 'SextantEventsStuck',
  },
  {
    ...{ metric: 'outbox_rejected_total', of: 'sum', above: 0 },
    says: count('events were refused by the broker for good'),
    alert: 'SextantEventRefused',
  },
  {
    ...{ metric: 'auth_revocations_live', of: 'min', below: 1 },
    says: () => 'it does not hear of revoked tokens',
    alert: 'SextantRevocationsLate',
  },
  {
    ...{ metric: 'translate_engine_broken', of: 'sum', above: 0 },
    says: count('pairs are installed and do not work'),
    alert: 'TranslatePairBroken',
  },
  {
    ...{ metric: 'translate_engine_waiting_characters', of: 'sum', above: 200_000 },
    says: count('characters wait for engines'),
    alert: 'TranslateQueue',
  },
  {
    ...{ metric: 'mail_queue_waiting', of: 'sum', above: 20 },
    says: count('mails wait for the mail server'),
    alert: 'MailStuck',
  },
  {
    metric: 'auth_signing_key_age_seconds',
    labels: { stage: 'current' },
    ...{ of: 'max', above: 100 * 86_400 },
    says: (value) => `a signing key is ${Math.round(value / 86_400)} days old`,
    alert: 'AuthKeyNotRotated',
  },
  {
    ...{ metric: 'notifications_pushes_overdue_seconds', of: 'max', above: 600 },
    says: (value) => `pushes are ${minutes(value)} overdue`,
    alert: 'NotificationsPushesStuck',
  },
  {
    ...{ metric: 'notifications_mails_overdue_seconds', of: 'max', above: 1800 },
    says: (value) => `mails are ${minutes(value)} overdue`,
    alert: 'NotificationsMailsStuck',
  },
  {
    ...{ metric: 'notifications_dead_letters', of: 'sum', above: 0 },
    says: count('dead letters wait for an operator'),
    alert: 'NotificationsDeadLetters',
  },
  {
    ...{ metric: 'speech_jobs_waiting', of: 'sum', above: 20 },
    says: count('jobs wait for engines'),
    alert: 'SpeechQueue',
  },
  {
    ...{ metric: 'ipt_indexer_behind_seconds', of: 'max', above: 600 },
    says: (value) => `the index is ${minutes(value)} behind the chain`,
    alert: 'IptIndexerBehind',
  },
  {
    ...{ metric: 'ipt_copies_behind_seconds', of: 'max', above: 3600 },
    says: (value) => `copies of documents are ${minutes(value)} behind`,
    alert: 'IptCopiesBehind',
  },
  {
    ...{ metric: 'relay_queue_age_seconds', of: 'max', above: 900 },
    says: (value) => `messages have waited ${minutes(value)}`,
    alert: 'RelayQueueOld',
  },
  {
    ...{ metric: 'relay_spool_refusing', of: 'max', above: 0 },
    says: () => 'the spool is full: events are refused',
    alert: 'RelayRefuses',
  },
];

const OF = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => values.reduce((most, value) => Math.max(most, value)),
  min: (values) => values.reduce((least, value) => Math.min(least, value)),
};

/**
 * @param {Rule} rule
 * @param {readonly import('./metrics.mjs').Sample[]} samples
 * @returns {string | undefined} what is wrong
 */
export function judge({ metric, labels = {}, of, above, below, says }, samples) {
  const values = samples
    .filter(({ name }) => name === metric)
    .filter((sample) => Object.entries(labels).every(([label, is]) => sample.labels[label] === is))
    .map(({ value }) => value)
    .filter(Number.isFinite);
  if (values.length === 0) return undefined;
  const value = OF[of](values);
  if (above !== undefined && value > above) return says(value);
  return below !== undefined && value < below ? says(value) : undefined;
}
