import { httpSettings } from '@sextant/platform-http';

/** The settings of ipt-graphql. */
export const settings = httpSettings({ port: 3005 });
