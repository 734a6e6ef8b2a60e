import { settingsOf, text } from '@sextant/platform-runtime/config';
import type { PlanHosts } from './scopes.js';

export class HostSettings extends settingsOf({
  proHost: text('PRO_HOST', 'Host name for keys of the paid plan; others are sent to FREE_HOST.', {
    example: 'api.translate.example',
  }),
  freeHost: text('FREE_HOST', 'Host name for keys of the free plan; others are sent to PRO_HOST.', {
    example: 'api-free.translate.example',
  }),
}) {
  get hosts(): PlanHosts {
    const { proHost, freeHost } = this;
    return {
      ...(proHost === undefined ? {} : { pro: proHost }),
      ...(freeHost === undefined ? {} : { free: freeHost }),
    };
  }
}
