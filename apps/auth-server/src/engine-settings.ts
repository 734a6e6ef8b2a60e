import { readFileSync } from 'node:fs';
import { issuerOf, type AuthServerConfig } from './config.js';
import { authoritiesIn } from './oidc/engine/clients/client-certificates.js';
import type { EngineSettings } from './oidc/engine/settings.js';

/** What the configuration says about the protocol. @param hasMail whether anybody can be mailed */
export function engineSettings(config: AuthServerConfig, hasMail: boolean): EngineSettings {
  const { themeFile, registrationToken: token, dynamicRegistration } = config;
  return {
    issuer: issuerOf(config),
    accessTokenAlgorithm: config.accessTokenAlgorithm,
    accessTokenAudience: config.accessTokenAudience,
    resources: config.resources.map((each) =>
      each.startsWith('/') ? issuerOf(config) + each : each,
    ),
    passwordLogin: config.passwordLogin,
    registration: registrationOf(dynamicRegistration, token),
    registrationScopes: config.registrationScopes ?? [],
    fetchAllow: config.fetchAllow ?? [],
    clientDocuments: config.clientIdDocuments ?? [],
    refreshGraceMs: config.refreshGraceSeconds * 1000,
    mutualTls: mutualTlsOf(config),
    brandName: config.brandName,
    themeCss: themeFile === undefined ? '' : readFileSync(themeFile, 'utf8'),
    help: { forgot: hasMail, register: hasMail && config.selfRegistration },
  };
}

function mutualTlsOf(config: AuthServerConfig): EngineSettings['mutualTls'] {
  const { mtlsCertificateHeader: certificateHeader, mtlsCaFile, mtlsBase: base } = config;
  if (certificateHeader === undefined) return undefined;
  const pem = mtlsCaFile === undefined ? '' : readFileSync(mtlsCaFile, 'utf8');
  return { certificateHeader, base, authorities: authoritiesIn(pem) };
}

function registrationOf(
  mode: AuthServerConfig['dynamicRegistration'],
  token: string | undefined,
): EngineSettings['registration'] {
  if (mode === 'open') return { kind: 'open' };
  return mode === 'token' && token !== undefined ? { kind: 'token', token } : { kind: 'off' };
}
