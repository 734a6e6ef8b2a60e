import { contentHashOf } from '../content/cid.js';
import { Fields, SYMBOL } from '../fields/fields.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { SEALED_TYPE } from '../agreements/sealed-document.js';
import { details } from '../agreements/project.js';
import { isObject, parseObject, type JsonObject } from '../fields/strict-json.js';

/** Metadata of an IP-NFT as a client gave it, checked. */
export interface Metadata {
  readonly document: JsonObject;
  readonly symbol: string;
  /** The hashes that its agreements claim, as the client wrote them. */
  readonly agreementHashes: readonly string[];
}

/** Version of the schema of IP-NFT metadata that documents are given. */
const SCHEMA_VERSION = '0.0.1';

/** Marketplaces show it as a link: nothing that a browser runs or reads from its own disk. */
const LINK = {
  max: 2000,
  pattern: /^(https?|ipfs):\/\/[^\s/]/i,
  expected: 'must be a URL with http, https or ipfs',
} as const;

/**
 * Checks metadata before it is stored. Members that are not known stay in the document.
 *
 * @throws {Problem} `INVALID_METADATA`, naming the member
 */
export function parseMetadata(text: string): Metadata {
  const document = parseObject(text, 'metadata');
  const fields = new Fields(document, IPT_ERRORS.invalidMetadata);
  fields.text('name', { min: 5, max: 200 });
  fields.text('description', { min: 10, max: 10_000 });
  fields.text('external_url', LINK);
  // Clients send "placeholder": the signature comes with the sign-off.
  fields.text('terms_signature', { max: 10_000 });
  const properties = fields.object('properties');
  const symbol = properties.text('initial_symbol', SYMBOL);
  details(properties.object('project_details'));
  const agreements = properties.objects('agreements').map((agreement) => {
    agreement.text('type', { max: 100 });
    agreement.text('url', { max: 2000 });
    agreement.text('mime_type', { max: 100 });
    return agreement.text('content_hash', { max: 200 });
  });
  return { document, symbol, agreementHashes: agreements };
}

/** How an encrypted agreement is marked, by the SHA-256 that metadata names it with. */
export interface EncryptionMark {
  readonly contentHash: string;
  readonly keyId: string;
}

/** Says of the agreements that are encrypted how, whatever the client wrote there. */
export function withEncryption(document: JsonObject, marks: readonly EncryptionMark[]): JsonObject {
  const { properties } = document;
  if (marks.length === 0 || !isObject(properties)) return document;
  const agreements = (properties['agreements'] as readonly JsonObject[]).map((agreement) => {
    const { content_hash: hash } = agreement;
    const mark = marks.find(
      ({ contentHash }) => typeof hash === 'string' && contentHashOf(hash) === contentHash,
    );
    if (mark === undefined) return agreement;
    const encryption = {
      ...{ protocol: 'jwe', alg: 'dir', enc: 'A256GCM', key_id: mark.keyId },
      content_type: 'application/json',
    };
    return { ...agreement, mime_type: SEALED_TYPE, encryption };
  });
  return { ...document, properties: { ...properties, agreements } };
}

/** The document that is stored: with the schema's version, the type and the address of the image. */
export function withImage({ document }: Metadata, imageCid: string): JsonObject {
  const properties = isObject(document['properties']) ? document['properties'] : {};
  return {
    ...document,
    schema_version: SCHEMA_VERSION,
    image: `ipfs://${imageCid}`,
    properties: { ...properties, type: 'IP-NFT' },
  };
}
