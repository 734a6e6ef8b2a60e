import { list, optional, settingsOf } from '@sextant/platform-runtime/config';

/** Whom this server may call. */
export class FetchSettings extends settingsOf({
  fetchAllow: optional(
    list({
      env: 'FETCH_ALLOW',
      description:
        'Hosts with private addresses that may be called all the same (jwks_uri, back-channel logout, pushed events).',
      example: 'suite.internal:8443',
    }),
  ),
}) {}
