import type { Kind } from '@sextant/platform-runtime/config';
import { SERVICE_NAMES, type ServiceName } from './service-names.js';

/** A service that runs here, and where people reach it if not at the issuer's address. */
export interface ServiceAddress {
  readonly name: ServiceName;
  readonly url?: string;
}

/** A value of the configuration: `translate,speech=https://speech.example.org`. */
export const serviceAddresses: Kind<readonly ServiceAddress[]> = {
  expected: `a comma-separated list of ${SERVICE_NAMES.join(', ')}, each once, with =URL where it has an address of its own`,
  parse: (value) => {
    const found = value.split(',').map((item) => serviceAddress(item.trim()));
    const services = found.filter((one) => one !== undefined);
    const names = new Set(services.map(({ name }) => name));
    return names.size === found.length ? services : undefined;
  },
};

function serviceAddress(item: string): ServiceAddress | undefined {
  const [, word, url] = /^([a-z-]+)(?:=(https?:\/\/[^/?#]+)\/?)?$/.exec(item) ?? [];
  const name = SERVICE_NAMES.find((known) => known === word);
  if (name === undefined || (url !== undefined && !URL.canParse(url))) return undefined;
  return { name, ...(url === undefined ? {} : { url }) };
}
