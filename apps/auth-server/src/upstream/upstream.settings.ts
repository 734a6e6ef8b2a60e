import { settingsOf, text } from '@sextant/platform-runtime/config';

/** Other providers at which people sign in. */
export class UpstreamSettings extends settingsOf({
  upstreamsFile: text('UPSTREAMS_FILE', 'JSON file with other providers at which people sign in.', {
    example: '/run/secrets/upstreams.json',
  }),
}) {}
