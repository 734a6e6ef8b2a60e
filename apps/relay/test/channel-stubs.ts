import type { ChannelStub } from './channel-stub.ts';
import { discord, googlechat, mattermost, msteams } from './chat-stubs.ts';
import { AWS_KEY, pubsub, sns, sqs } from './cloud-stubs.ts';
import { gitlab, jsm, pagerduty, servicenow } from './incident-stubs.ts';
import { datadog, grafana, newrelic } from './observability-stubs.ts';

/** By the first part of the path. */
export const CHANNEL_STUBS: Readonly<Record<string, ChannelStub>> = {
  ...{ msteams, discord, mattermost, googlechat, pagerduty, jsm, servicenow },
  ...{ gitlab, datadog, newrelic, grafana, pubsub, sns, sqs },
};

/** The options that send every channel to its stub. */
export const stubOptions = (url: string): Readonly<Record<string, Record<string, string>>> => {
  const keys = { ACCESS_KEY_ID: AWS_KEY.id, SECRET_ACCESS_KEY: AWS_KEY.secret };
  return {
    msteams: { URL: `${url}/msteams/workflows/1` },
    discord: { URL: `${url}/discord/api/webhooks/1/token`, USERNAME: 'Relay' },
    mattermost: { URL: `${url}/mattermost`, TOKEN: 'bot', CHANNEL: 'c1' },
    googlechat: { URL: `${url}/googlechat/v1/spaces/AAA/messages?key=k&token=t` },
    pagerduty: { ROUTING_KEY: 'R0123456789ABCDEFGHIJKLMNOPQRSTU', API_URL: `${url}/pagerduty` },
    jsm: { API_KEY: 'genie', API_URL: `${url}/jsm`, RESPONDERS: 'platform' },
    servicenow: { URL: `${url}/servicenow`, USER: 'relay', PASSWORD: 'secret' },
    gitlab: { BASE_URL: `${url}/gitlab`, TOKEN: 'trigger', PROJECT: 'group/project@main' },
    datadog: { API_KEY: 'dd', API_URL: `${url}/datadog` },
    newrelic: { API_KEY: 'nr', ENDPOINT: `${url}/newrelic/v1/accounts/1/events` },
    grafana: { URL: `${url}/grafana`, API_KEY: 'glsa' },
    pubsub: { PROJECT_ID: 'p', TOPIC: 'events', API_URL: `${url}/pubsub` },
    sns: { TOPIC: 'arn:aws:sns:eu-west-1:123456789012:alarms', ENDPOINT: `${url}/sns`, ...keys },
    sqs: {
      QUEUE: 'https://sqs.eu-west-1.amazonaws.com/123456789012/alarms',
      REGION: 'eu-west-1',
      ENDPOINT: `${url}/sqs`,
      ...keys,
    },
  };
};
