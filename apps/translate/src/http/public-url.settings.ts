import { custom, optional, settingsOf, type Kind } from '@sextant/platform-runtime/config';

const baseUrl: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/';
    return isBase ? url.origin : undefined;
  },
};

export class PublicUrlSettings extends settingsOf({
  publicUrl: optional(
    custom(baseUrl, {
      env: 'PUBLIC_URL',
      description:
        'Address of this service in links that it answers; the one that was asked if absent.',
      example: 'https://api.translate.example',
    }),
  ),
}) {}
