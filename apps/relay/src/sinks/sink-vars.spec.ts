import { describe, expect, it } from '@jest/globals';
import { sinkVars } from './sink-vars.js';
import { readConfig } from '../options/config.js';

describe('getVar', () => {
  it('reads every option of the sink, by the names of the upstream tool', () => {
    const vars = sinkVars(
      readConfig([], {
        EVENTS_TELEGRAM_OUT_CHAT_ID: '1,2',
        EVENTS_CHATBOT_OUT_THREAD_ID: '7',
        EVENTS_CHATBOT_OUT_FORWARD: 'Kafka|Webhook',
        EVENTS_CHATBOT_OUT_API_URL: 'http://bot:1',
      }),
      '(?:CHATBOT|TELEGRAM)',
    );

    expect(vars).toMatchObject({
      ChatID: '1,2',
      ThreadID: 7,
      Forward: 'Kafka|Webhook',
      APIURL: 'http://bot:1',
      ParseMode: 'HTML',
      DisableNotification: false,
      Timeout: 30,
      RateLimit: 18,
    });
  });

  it('reads the options of Kafka, and none of another sink', () => {
    const vars = sinkVars(readConfig([], { EVENTS_KAFKA_OUT_BROKERS: 'a:1,b:2' }), 'KAFKA');

    expect(vars).toMatchObject({ Brokers: 'a:1,b:2', Topic: 'events', ClientID: 'events_kafka' });
    expect(vars).not.toHaveProperty('ParseMode');
  });

  it.each([
    ['(?:CHATBOT|TELEGRAM)', 'EVENTS_CHATBOT_OUT_ID_TOKEN', 'secret'],
    ['(?:CHATBOT|TELEGRAM)', 'EVENTS_CHATBOT_URL', 'https://x/botsecret/sendMessage'],
    ['(?:TEAMCHAT|SLACK)', 'EVENTS_TEAMCHAT_OUT_TOKEN', 'secret'],
    ['(?:TEAMCHAT|SLACK)', 'EVENTS_TEAMCHAT_URL', 'https://x/secret'],
    ['(?:WORKPLACECHAT|WORKCHAT)', 'EVENTS_WORKPLACECHAT_URL', 'https://x/secret'],
    ['WEBHOOK', 'EVENTS_WEBHOOK_OUT_SECRET', 'secret'],
    ['KAFKA', 'EVENTS_KAFKA_SASL_PASSWORD', 'secret'],
    ['KAFKA', 'EVENTS_KAFKA_KEY', 'secret'],
  ])('gives away no secret of %s: %s', (prefix, variable, value) => {
    const vars = sinkVars(readConfig([], { [variable]: value }), prefix);

    expect(JSON.stringify(vars)).not.toContain('secret');
  });
});
