import { httpSettings } from '@sextant/platform-http';

/** The settings of auth-server. */
export const settings = httpSettings({ port: 3002 });
