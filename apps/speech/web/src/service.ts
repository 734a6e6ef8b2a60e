import type { Api, Sender, Uploader } from '@sextant/web/api';
import type { LastingToken } from '@sextant/web/session';

/** The ways to the service: JSON, files that tell how far they are, and everything else; the token for a WebSocket. */
export interface Service {
  readonly api: Api;
  readonly send: Sender;
  readonly upload: Uploader;
  readonly lastingToken: (leastSeconds: number) => Promise<LastingToken | undefined>;
}
