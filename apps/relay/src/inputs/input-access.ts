import type { RelayConfig } from '../options/config.js';
import type { CurrentConfig } from '../options/current-config.js';

/** Who may post events; nothing set: everybody who can reach the port. */
export interface InputAccess {
  readonly bearerToken?: string | undefined;
  readonly basicUser?: string | undefined;
  readonly basicPassword?: string | undefined;
  /** A certificate that the TLS handshake has verified counts. */
  readonly clientCertificate: boolean;
  /** Of these paths whoever comes by TLS is let in. */
  readonly openByTls: readonly string[];
}

type AccessConfig = Pick<
  RelayConfig,
  'bearerToken' | 'basicUser' | 'basicPassword' | 'httpsClientCa' | 'httpsOpenK8s' | 'k8sPaths'
>;

/** Who may post events, as the options say. */
export const inputAccess = (config: AccessConfig): InputAccess => ({
  bearerToken: config.bearerToken,
  basicUser: config.basicUser,
  basicPassword: config.basicPassword,
  clientCertificate: config.httpsClientCa !== undefined,
  openByTls: config.httpsOpenK8s ? config.k8sPaths : [],
});

/** As they say now, of the paths of the start. */
export const currentAccess = ({ value, started }: CurrentConfig): InputAccess =>
  inputAccess({ ...value, k8sPaths: started.k8sPaths });
