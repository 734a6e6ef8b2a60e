import { createHmac } from 'node:crypto';
import { isSameSecret } from '../http/same-secret.js';
import { textAt } from '../sources/payload.js';
import type { RelayConfig } from '../options/config.js';
import type { HttpSource, RequestHead } from '../sources/http-source.js';
import { payloadOf, type SlackActions } from '../sinks/actions/slack-actions.js';

const TOLERANCE_SECONDS = 300;

/** Slack's request URL of interactivity, signed as "Verifying requests from Slack" has it. */
const slackSource = (actions: SlackActions, signingSecret: string): HttpSource => ({
  name: 'actions',
  takesType: (contentType) => /^application\/x-www-form-urlencoded\b/i.test(contentType),
  // Before the body is read: what cannot be Slack's costs nothing.
  admits: (head) =>
    /^v0=[0-9a-f]{64}$/.test(head.header('x-slack-signature') ?? '') &&
    /^\d{1,12}$/.test(head.header('x-slack-request-timestamp') ?? ''),
  verifies: (head, body, nowMs) => isSigned(head, body, { nowMs, signingSecret }),
  parse: payloadOf,
  async receive(payload) {
    const isCommand = textAt(payload, 'command') !== '';
    if (!isCommand) await actions.take(payload);
    const answer = isCommand ? await actions.command(payload) : {};
    return { events: [], dropped: {}, answer };
  },
});

/** Slack's interactions over HTTP, by path. */
export function slackSources(
  { slackActionPaths: paths = [], slackSigningSecret: secret }: RelayConfig,
  actions: SlackActions,
): ReadonlyMap<string, HttpSource> {
  if (secret === undefined) return new Map();
  const source = slackSource(actions, secret);
  return new Map(paths.map((path) => [path, source] as const));
}

interface Check {
  readonly nowMs: number;
  readonly signingSecret: string;
}

function isSigned(head: RequestHead, body: Buffer, { nowMs, signingSecret }: Check): boolean {
  const timestamp = head.header('x-slack-request-timestamp') ?? '';
  if (!(Math.abs(Number(timestamp) - nowMs / 1000) <= TOLERANCE_SECONDS)) return false;
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body);
  return isSameSecret(head.header('x-slack-signature') ?? '', `v0=${mac.digest('hex')}`);
}
