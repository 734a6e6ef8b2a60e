import { httpSettings } from '@sextant/platform-http';

/** The settings of relay. */
export const settings = httpSettings({ port: 3006 });
