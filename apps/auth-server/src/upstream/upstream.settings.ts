import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

/** Other providers at which people sign in. */
export class UpstreamSettings extends settingsOf({
  upstreamsFile: optional(
    text({
      env: 'UPSTREAMS_FILE',
      description: 'JSON file with other providers at which people may sign in.',
      example: '/run/secrets/upstreams.json',
    }),
  ),
}) {}
