import { httpSettings } from '@sextant/platform-http';

/** The settings of speech. */
export const settings = httpSettings({ port: 3004 });
