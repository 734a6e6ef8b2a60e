import { readFileSync } from 'node:fs';
import { ConfigError, forSetting } from '@sextant/platform-runtime/config';
import type { RegistrationSettings } from '../../accounts/registration.settings.js';
import type { FetchSettings } from '../../http/fetch.settings.js';
import type { Identity } from '../../http/identity.js';
import type { AccessTokenSettings } from '../../keys/access-token.settings.js';
import { authoritiesIn } from './clients/client-certificates.js';
import type { ProtocolSettings } from './protocol.settings.js';
import type { EngineSettings } from './settings.js';

interface Sources {
  readonly identity: Identity;
  readonly protocol: ProtocolSettings;
  readonly tokens: AccessTokenSettings;
  readonly fetches: FetchSettings;
  readonly registration: RegistrationSettings;
  /** Whether anybody can be mailed. */
  readonly hasMail: boolean;
}

/** What the settings say about the protocol. */
export function engineSettings({
  identity: { issuer, brand: brandName },
  protocol,
  tokens: { accessTokenAlgorithm, accessTokenAudience },
  fetches: { fetchAllow = [] },
  registration: { selfRegistration },
  hasMail,
}: Sources): EngineSettings {
  const { themeFile, passwordLogin } = protocol;
  return {
    ...{ issuer, brandName, accessTokenAlgorithm, accessTokenAudience, passwordLogin, fetchAllow },
    resources: protocol.resources.map((each) => (each.startsWith('/') ? issuer + each : each)),
    registration: registrationOf(protocol),
    registrationScopes: protocol.registrationScopes ?? [],
    clientDocuments: protocol.clientIdDocuments ?? [],
    refreshGraceMs: protocol.refreshGraceSeconds * 1000,
    mutualTls: mutualTlsOf(protocol),
    themeCss:
      themeFile === undefined
        ? ''
        : forSetting('THEME_FILE', () => readFileSync(themeFile, 'utf8')),
    help: { forgot: hasMail, register: hasMail && selfRegistration },
  };
}

function mutualTlsOf(config: ProtocolSettings): EngineSettings['mutualTls'] {
  const { mtlsCertificateHeader: certificateHeader, mtlsCaFile, mtlsBase: base } = config;
  if (certificateHeader === undefined) {
    if (mtlsCaFile === undefined && base === undefined) return undefined;
    throw new ConfigError(['MTLS_CA_FILE and MTLS_BASE need MTLS_CERTIFICATE_HEADER.']);
  }
  const authorities =
    mtlsCaFile === undefined ? [] : forSetting('MTLS_CA_FILE', () => authoritiesOf(mtlsCaFile));
  return { certificateHeader, base, authorities };
}

/** @throws {Error} for a file without a certificate, which would let nobody in */
function authoritiesOf(file: string): readonly string[] {
  const pem = readFileSync(file, 'utf8');
  const authorities = certificatesIn(pem);
  if (authorities.length > 0) return authorities;
  throw new Error(`${file} must hold certificates in PEM.`);
}

function certificatesIn(pem: string): readonly string[] {
  try {
    return authoritiesIn(pem);
  } catch {
    return []; // The complaint says so.
  }
}

function registrationOf({
  dynamicRegistration: mode,
  registrationToken: token,
}: ProtocolSettings): EngineSettings['registration'] {
  if (mode === 'open') return { kind: 'open' };
  return mode === 'token' && token !== undefined ? { kind: 'token', token } : { kind: 'off' };
}
