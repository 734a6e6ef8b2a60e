import type { Kind } from '@sextant/platform-runtime/config';

/** Origins of pages in a setting. */
export const origins: Kind<readonly string[]> = {
  expected: 'origins such as https://app.example.org, separated by commas, or *',
  parse: (value) => {
    const parsed = value.split(',').map((origin) => origin.trim());
    return parsed.every((origin) => origin === '*' || /^https?:\/\/[^/\s]+$/.test(origin))
      ? parsed
      : undefined;
  },
};
