import { httpSettings } from '@sextant/platform-http';

/** The settings of notifications. */
export const settings = httpSettings({ port: 3003 });
