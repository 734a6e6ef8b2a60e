import { packageVersion } from '@sextant/platform-http';

/** Of this service: what its documents and its status tell. */
export const VERSION = packageVersion(new URL('..', import.meta.url).href);
