import type { Api, Sender } from '@sextant/web/api';

/** The two ways to the service: JSON, and everything else. */
export interface Service {
  readonly api: Api;
  readonly send: Sender;
}
