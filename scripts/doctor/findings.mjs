import { judge, RULES } from './rules.mjs';

/**
 * @typedef {object} Finding
 * @property {'bad' | 'warning'} level `bad`: callers are refused or something may be lost
 * @property {string} service
 * @property {string} instance
 * @property {string} check `answers`, `ready`, `version`, `migrations`, `clock`, `certificate`, `queue`, `metrics`, or a part's name
 * @property {string} message
 * @property {string} [runbook] section of docs/runbooks.md
 */

/** Times in tokens, second factors and signatures of requests are held against the clock. */
const CLOCK = { warning: 2, bad: 30 };
const CERTIFICATE_DAYS = { warning: 14, bad: 2 };

/** @param {import('./facts.mjs').Facts} facts @returns {Finding[]} */
export function findingsOf(facts) {
  const at = { service: facts.target.service, instance: facts.target.instance };
  const found = [...certificateFindings(facts), ...processFindings(facts)];
  return found.map((finding) => ({ ...at, ...finding }));
}

function processFindings(facts) {
  const { unreachable, isLive, readiness, target } = facts;
  if (unreachable !== undefined || !isLive) {
    const message = unreachable ?? '/health/live does not answer 200';
    return [{ level: 'bad', check: 'answers', message, runbook: 'SextantPodDown' }];
  }
  const app = infoOf(facts, 'sextant_build_info')?.app;
  if (app !== target.service && facts.unread === undefined) {
    const who = app === undefined ? 'no service of this version' : app;
    const message = `this is ${who}: has it the right port?`;
    return [{ level: 'bad', check: 'answers', message }];
  }
  const down = readiness.parts.map(({ name, message }) => bad(name, message));
  const isRefused = !readiness.ready && down.length === 0;
  return [
    ...down,
    ...(isRefused ? [bad('ready', `it is not ready: ${readiness.status}`)] : []),
    ...unreadFindings(facts),
    ...migrationFindings(facts),
    ...clockFindings(facts),
    ...RULES.flatMap((rule) => queueFinding(rule, facts)),
  ];
}

const bad = (check, message) => ({ level: 'bad', check, message });

/** Who was not asked is not well. */
function unreadFindings({ unread }) {
  if (unread === undefined) return [];
  const message = `not looked at, nor migrations, queues and PostgreSQL's clock: ${unread}`;
  return [{ level: 'warning', check: 'metrics', message }];
}

function queueFinding(rule, { metrics }) {
  const message = judge(rule, metrics);
  const finding = { level: 'warning', check: 'queue', message, runbook: rule.alert };
  return message === undefined ? [] : [finding];
}

function migrationFindings(facts) {
  const schema = infoOf(facts, 'database_schema_info');
  if (schema?.known !== 'false') return [];
  const message = `the database has ${schema.migration}, which this version does not know`;
  return [{ level: 'warning', check: 'migrations', message }];
}

function clockFindings({ aheadSeconds, metrics }) {
  const database = metrics.find(({ name }) => name === 'database_clock_ahead_seconds')?.value;
  return [
    ...clockFinding('its clock', aheadSeconds, 'this machine'),
    ...clockFinding("PostgreSQL's clock", database, 'the service'),
  ];
}

function clockFinding(whose, ahead, than) {
  const apart = Math.abs(ahead ?? 0);
  if (!(apart > CLOCK.warning)) return [];
  const message = `${whose} is ${apart.toFixed(1)} s ${ahead > 0 ? 'ahead of' : 'behind'} ${than}`;
  return [{ level: apart > CLOCK.bad ? 'bad' : 'warning', check: 'clock', message }];
}

/** @param {{ certificateDays?: number }} facts */
export function certificateFindings({ certificateDays: days }) {
  if (days === undefined || days >= CERTIFICATE_DAYS.warning) return [];
  const level = days < CERTIFICATE_DAYS.bad ? 'bad' : 'warning';
  const message = days < 0 ? 'its certificate has ended' : `its certificate ends in ${days} days`;
  return [{ level, check: 'certificate', message }];
}

/**
 * What only shows beside each other: replicas of one service that are not of one version.
 *
 * @param {readonly import('./facts.mjs').Facts[]} all
 * @returns {Finding[]}
 */
export function comparisons(all) {
  return [...new Set(all.map(({ target }) => target.service))].flatMap((service) => {
    const replicas = all.filter(({ target }) => target.service === service);
    const versions = new Set(replicas.map(versionOf).filter((version) => version !== undefined));
    if (versions.size < 2) return [];
    const message = `its replicas have versions ${[...versions].join(' and ')}`;
    return [{ level: 'warning', service, instance: 'all', check: 'version', message }];
  });
}

/** @param {import('./facts.mjs').Facts} facts @returns {string | undefined} */
export const versionOf = (facts) => infoOf(facts, 'sextant_build_info')?.version;

/** @param {import('./facts.mjs').Facts} facts @returns {string | undefined} the newest migration */
export const schemaOf = (facts) => infoOf(facts, 'database_schema_info')?.migration;

const infoOf = ({ metrics }, metric) => metrics.find(({ name }) => name === metric)?.labels;
