import { Injectable } from '@nestjs/common';
import { WebhookCaller } from '@sextant/platform-events/webhooks';
import { FetchSettings } from '../http/fetch.settings.js';
import type { PushSender } from './event-pusher.js';

/** Calls addresses that others name, but no private ones beyond those that the operator allows. */
@Injectable()
export class GuardedPushSender extends WebhookCaller implements PushSender {
  constructor({ fetchAllow = [] }: FetchSettings) {
    super({ allowedHosts: fetchAllow });
  }
}
