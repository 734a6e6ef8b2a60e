import { registerEnumType } from '@nestjs/graphql';
import type { Members } from '../graphql/members.js';
import type * as rules from './webhooks.js';

export type WebhookDeliveryState = rules.WebhookDeliveryState;
export const WebhookDeliveryState: Members<WebhookDeliveryState> = {
  PENDING: 'PENDING',
  DELIVERED: 'DELIVERED',
  DEAD: 'DEAD',
};

registerEnumType(WebhookDeliveryState, {
  name: 'WebhookDeliveryState',
  description: 'DEAD was given up; replayWebhook sends it again.',
  valuesMap: {
    PENDING: { description: 'It is tried, or will be.' },
    DELIVERED: { description: 'The endpoint took it.' },
    DEAD: { description: 'It was given up.' },
  },
});
