import { isUtf8 } from 'node:buffer';
import { readXml, type XmlElement } from './xml-tree.js';

/** Largest `SAMLResponse`, in characters, as it comes. One with a thousand groups has less (our choice). */
export const MAX_RESPONSE = 256 * 1024;

/** Forms of that size: percent-encoding makes them a little larger; what is larger than allowed gets a page that says so. */
export const SAML_BODIES = { path: /^\/upstream\/[^/]+\/acs$/, maxBytes: 2 * MAX_RESPONSE };

/**
 * The time to verify grows with the number of elements and attributes (our choice). Some providers declare two namespaces in
 * each value: a person in 900 groups brings 1,800 declarations.
 */
const LIMITS = {
  elements: 2000,
  depth: 32,
  attributesOfOne: 32,
  attributes: 6000,
  namespaces: 4000,
};

export interface ResponseText {
  /** Base64 of the XML, without line breaks. */
  readonly encoded: string;
  readonly root: XmlElement;
}

/** @throws {Error} that says why it is not read */
export function readResponse(text: string): ResponseText {
  if (text.length > MAX_RESPONSE) {
    throw new Error(`The response is larger than ${MAX_RESPONSE} characters.`);
  }
  const compact = text.replaceAll(/[ \t\r\n]/g, '');
  const bytes = Buffer.from(compact, 'base64');
  const encoded = bytes.toString('base64');
  if (compact === '' || encoded !== compact || !isUtf8(bytes)) {
    throw new Error('The response is not UTF-8 in Base64.');
  }
  return { encoded, root: readAssertionXml(bytes.toString('utf8')) };
}

export const readAssertionXml = (text: string): XmlElement => readXml(text, LIMITS);
