import { custom, optional, settingsOf, type Kind } from '@sextant/platform-runtime/config';

const origin: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const isOrigin = /^https?:$/.test(parsed?.protocol ?? '') && parsed?.pathname === '/';
    return isOrigin ? parsed.origin : undefined;
  },
};

/** Under which address this service is reached. */
export class PublicUrlSettings extends settingsOf({
  publicUrl: optional(
    custom(origin, {
      env: 'PUBLIC_URL',
      description:
        'Address of this service in the URLs it answers; the one that was asked if absent.',
      example: 'https://ipt.example',
    }),
  ),
}) {}
