export {
  WebhookCaller,
  type WebhookAnswer,
  type WebhookCall,
  type WebhookCallerOptions,
  type WebhookSender,
} from './webhook-caller.js';
export { shownSecret, webhookHeaders, type WebhookMessage } from './webhook-message.js';
