import type { Api, Sender, Uploader } from '@sextant/web/api';

/** The ways to the service: JSON, files that tell how far they are, and everything else. */
export interface Service {
  readonly api: Api;
  readonly send: Sender;
  readonly upload: Uploader;
}
