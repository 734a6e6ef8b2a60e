import { METADATA, REDIRECT, SIGNATURE } from './saml-names.js';
import { childrenOf, everyElement, onlyChild, readXml } from './xml-tree.js';

/** Of the operator's own file: one provider with all that it does. */
const LIMITS = {
  elements: 2000,
  depth: 32,
  attributesOfOne: 64,
  attributes: 6000,
  namespaces: 200,
};

export interface ProviderMetadata {
  readonly entity_id: string;
  readonly sso_url: string;
  readonly certificates: readonly string[];
}

/**
 * Reads what a provider says of itself (metadata, section 2.4.3). A signature in it is not checked: the operator vouches for the file.
 *
 * @throws {Error} that says what it lacks
 */
export function readProviderMetadata(text: string): ProviderMetadata {
  const root = readXml(text, LIMITS);
  if (root.name !== 'EntityDescriptor' || root.namespace !== METADATA) {
    throw new Error('must be the EntityDescriptor of one provider');
  }
  const role = onlyChild(root, METADATA, 'IDPSSODescriptor');
  const service = childrenOf(role, METADATA, 'SingleSignOnService').find(
    ({ attributes }) => attributes.get('Binding') === REDIRECT,
  );
  const keys = childrenOf(role, METADATA, 'KeyDescriptor').filter(
    ({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing',
  );
  const certificates = keys
    .flatMap((key) => [...everyElement(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === SIGNATURE)
    .map((certificate) => certificate.text);
  if (service === undefined) throw new Error('has no SingleSignOnService by HTTP-Redirect');
  return {
    entity_id: root.attributes.get('entityID') ?? '',
    sso_url: service.attributes.get('Location') ?? '',
    certificates,
  };
}
