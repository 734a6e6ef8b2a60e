import { withoutLeapSecond } from '../../events/event.js';
import { attributesOf } from '../base/attributes.js';
import { channel } from '../base/channel.js';
import { jsonCall, shortened, withReply } from '../http/posting.js';

/** New Relic's custom events (Event API): values of at most 4,096 characters, 255 attributes. */
export const newrelic = channel({
  name: 'newrelic',
  title: 'New Relic events',
  titles: ['NewRelic', 'Newrelic'],
  options: {
    api_key: {
      kind: 'text',
      description: 'Licence key.',
      example: 'xxxNRAL',
      secret: true,
      also: ['NEWRELIC_API_KEY'],
    },
    endpoint: {
      kind: 'address',
      description: 'Address of the events of the account.',
      example: 'https://insights-collector.eu01.nr-data.net/v1/accounts/1/events',
      also: ['NEWRELIC_EVENTER_ENDPOINT'],
    },
    event_type: {
      kind: 'text',
      description: 'Type of the custom events: letters, digits, colons and underscores.',
      example: 'RelayEvent',
      default: 'RelayEvent',
    },
    attributes_selector: {
      kind: 'template',
      description: 'Template of the attributes, as a JSON object of texts; the labels if absent.',
      example: '{"env": "prod"}',
    },
  },
  needs: ['api_key', 'endpoint'],
  target: 'addresses of the events of accounts',
  isChat: false,
  escape: 'plain',
  open: ({ api_key: key = '', endpoint = '', event_type: eventType, ...values }, { call }) => ({
    targets: [endpoint],
    limits: () => [{ name: 'newrelic', capacity: 50, perSecond: 10 }],
    compose({ target, event, text }) {
      const attributes = Object.entries(attributesOf(event, values.attributes_selector));
      const body = {
        ...Object.fromEntries(
          attributes.slice(0, 240).map(([name, value]) => [name, shortened(value, 4096)]),
        ),
        eventType,
        timestamp: Math.floor(Date.parse(withoutLeapSecond(event.time)) / 1000),
        message: shortened(text, 4096),
        relayId: event.id,
        relayType: event.type,
        channel: event.channel,
      };
      const request = jsonCall(target, [body], { 'api-key': key });
      return async () => withReply(await call(request), ['success', 'uuid']);
    },
  }),
});
