import { optional, settingsOf, text } from '@sextant/platform-runtime/config';
import type { PlanHosts } from './auth-key.js';

export class HostSettings extends settingsOf({
  proHost: optional(
    text({
      env: 'PRO_HOST',
      description: 'Host name for keys of the paid plan; others are sent to FREE_HOST.',
      example: 'api.translate.example',
    }),
  ),
  freeHost: optional(
    text({
      env: 'FREE_HOST',
      description: 'Host name for keys of the free plan; others are sent to PRO_HOST.',
      example: 'api-free.translate.example',
    }),
  ),
}) {
  get hosts(): PlanHosts {
    const { proHost, freeHost } = this;
    return {
      ...(proHost === undefined ? {} : { pro: proHost }),
      ...(freeHost === undefined ? {} : { free: freeHost }),
    };
  }
}
