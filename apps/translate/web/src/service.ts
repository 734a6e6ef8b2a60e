import { createApi, createSender, type Api, type Sender } from '@sextant/web/api';
import type { SignIn } from '@sextant/web/session';

/** The two ways to the service: JSON, and everything else. */
export interface Service {
  readonly api: Api;
  readonly send: Sender;
}

export function serviceOf({ token, renew }: SignIn): Service {
  const options = { base: '', token, renew };
  return { api: createApi(options), send: createSender(options) };
}
