import { collector } from './collector.js';
import { datadog } from './datadog.js';
import { discord } from './discord.js';
import { email } from './email.js';
import { gitlab } from './gitlab.js';
import { googlechat } from './googlechat.js';
import { grafana } from './grafana.js';
import { jsm } from './jsm.js';
import { mattermost } from './mattermost.js';
import { msteams } from './msteams.js';
import { nats } from './nats.js';
import { newrelic } from './newrelic.js';
import { pagerduty } from './pagerduty.js';
import { pubsub } from './pubsub.js';
import { rabbitmq } from './rabbitmq.js';
import { servicenow } from './servicenow.js';
import { sns } from './sns.js';
import { sqs } from './sqs.js';

/**
 * All channels that are one file each. A further one is a file in this folder and a name here. Kafka, webhooks, Slack (`teamchat`)
 * and Telegram (`chatbot`) need more than that: they are beside it, in `sinks`.
 */
export const CHANNELS = [
  ...[msteams, discord, mattermost, googlechat, email, pagerduty, jsm, servicenow],
  ...[gitlab, datadog, newrelic, grafana, pubsub, sns, sqs, collector, nats, rabbitmq],
] as const;
