import type { RelayConfig } from '../config.js';
import type { InputAccess } from '../http/input-body.js';

/** Who may post events, as the options say. */
export const inputAccess = (config: RelayConfig): InputAccess => ({
  bearerToken: config.bearerToken,
  basicUser: config.basicUser,
  basicPassword: config.basicPassword,
  clientCertificate: config.httpsClientCa !== undefined,
});
