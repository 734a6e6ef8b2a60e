import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

/** Where addresses are looked up. */
export class CountrySettings extends settingsOf({
  geoipFile: optional(
    text({
      env: 'GEOIP_FILE',
      description:
        "Database in MaxMind's format that says in which country an address is, for /account and notices by e-mail.",
      example: '/data/GeoLite2-Country.mmdb',
    }),
  ),
}) {}
