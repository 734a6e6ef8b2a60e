import { custom, optional, settingsOf, type Kind } from '@sextant/platform-runtime/config';

const origins: Kind<readonly string[]> = {
  expected: 'origins such as https://app.example.org, separated by commas, or *',
  parse: (value) => {
    const parsed = value.split(',').map((origin) => origin.trim());
    return parsed.every((origin) => origin === '*' || /^https?:\/\/[^/\s]+$/.test(origin))
      ? parsed
      : undefined;
  },
};

export class OriginSettings extends settingsOf({
  corsOrigins: optional(
    custom(origins, {
      env: 'CORS_ORIGINS',
      description:
        'Origins whose pages may call synthesis, models and voices, or *; none if absent.',
      example: 'https://app.example.org',
    }),
  ),
}) {}
