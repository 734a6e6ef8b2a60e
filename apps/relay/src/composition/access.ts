import { systemClock } from '@sextant/platform-runtime/clock';
import { JwtVerifier } from '@sextant/platform-security/jwt';
import { Gauge, type Registry } from 'prom-client';
import type { RelayConfig } from '../options/config.js';
import { ADMIN_SCOPE, type TokenVerifier } from '../http/admin-access.js';
import type { InputAccess } from '../inputs/input-body.js';
import { RESOURCE } from '../http/resource.js';

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

/** Access tokens of the configured issuer; nothing when none is configured. */
export function tokenVerifier(config: RelayConfig, registry: Registry): TokenVerifier | undefined {
  const { authIssuer } = config;
  if (authIssuer === undefined) return undefined;
  const { paths: resourcePaths } = RESOURCE;
  return new JwtVerifier(
    { ...config, authIssuer, adminScope: ADMIN_SCOPE, resourcePaths },
    systemClock,
    { gauge: (name, help) => new Gauge({ name, help, registers: [registry] }) },
  );
}
