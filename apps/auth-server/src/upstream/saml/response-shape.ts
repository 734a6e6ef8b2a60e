import { ASSERTION, EXCLUSIVE, PROTOCOL, SIGNATURE } from './saml-names.js';
import { childrenOf, everyElement, onlyChild, type XmlElement } from './xml-tree.js';

const SIGNATURES = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const TRANSFORMS = new Set([`${SIGNATURE}enveloped-signature`, EXCLUSIVE]);
const PARTS_OF_SIGNATURE = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo']);
/** The verifier looks these up by their local names, anywhere in the signature, and takes the first. */
const ONCE_IN_SIGNATURE = [
  ...['SignedInfo', 'CanonicalizationMethod', 'SignatureMethod', 'SignatureValue'],
  ...['Reference', 'Transforms', 'DigestMethod', 'DigestValue'],
];

export interface ResponseShape {
  /** What is signed, each of which must prove true: one of them at least. */
  readonly isResponseSigned: boolean;
  readonly isAssertionSigned: boolean;
}

/**
 * Whether the response has the one shape that is taken: an assertion in it, signatures of these two in their own place and by
 * strong algorithms, nothing that is signed anywhere else. Signature wrapping ("On Breaking SAML", Somorovsky et al., 2012,
 * section 4) needs a second assertion or response, or a signature elsewhere. The signatures themselves are verified afterwards.
 *
 * @throws {Error} that says what it has, and must not have
 */
export function shapeOf(root: XmlElement): ResponseShape {
  if (root.name !== 'Response' || root.namespace !== PROTOCOL) {
    throw new Error('This is no response of SAML 2.0.');
  }
  const all = [...everyElement(root)];
  requireUniqueIds(all);
  refuseOthers(all, root);
  const assertion = onlyChild(root, ASSERTION, 'Assertion');
  const [ofResponse, ofAssertion] = [root, assertion].map((element) => signatureOf(element));
  const own = [ofResponse, ofAssertion].filter((one) => one !== undefined);
  const signatures = all.filter(({ name }) => name === 'Signature');
  if (signatures.length !== own.length) throw new Error('There is a signature in another place.');
  if (own.length === 0) throw new Error('Neither the response nor the assertion is signed.');
  return {
    isResponseSigned: ofResponse !== undefined,
    isAssertionSigned: ofAssertion !== undefined,
  };
}

function requireUniqueIds(all: readonly XmlElement[]): void {
  const ids = all.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => name.toLowerCase() === 'id').map(([, value]) => value),
  );
  if (new Set(ids).size !== ids.length) throw new Error('Two elements have the same ID.');
}

function refuseOthers(all: readonly XmlElement[], root: XmlElement): void {
  const isEncrypted = all.some(({ name }) => name.startsWith('Encrypted'));
  if (isEncrypted) {
    throw new Error('The response holds encrypted parts, which are not supported: sign it alone.');
  }
  const responses = all.filter(({ name }) => name === 'Response');
  if (responses.length > 1) throw new Error('There is another response in it.');
  const assertions = all.filter(({ name }) => name === 'Assertion');
  if (assertions.some(({ parent }) => parent !== root) || assertions.length > 1) {
    throw new Error('There is another assertion in it.');
  }
}

/** A second one elsewhere, such as in `KeyInfo`, is not the one that {@link requireAlgorithms} looks at. */
function requireOnce(signature: XmlElement): void {
  const all = [...everyElement(signature)];
  const twice = ONCE_IN_SIGNATURE.find(
    (part) => all.filter(({ name }) => name === part).length > 1,
  );
  if (twice !== undefined) throw new Error(`The signature has more than one ${twice}.`);
}

/** @throws {Error} for one that signs anything but its parent, or by weak algorithms */
function signatureOf(signed: XmlElement): XmlElement | undefined {
  const [signature, another] = childrenOf(signed, SIGNATURE, 'Signature');
  if (signature === undefined) return undefined;
  if (another !== undefined) throw new Error(`${signed.name} has two signatures.`);
  const stranger = signature.children.find(({ name }) => !PARTS_OF_SIGNATURE.has(name));
  if (stranger !== undefined) throw new Error(`The signature holds ${shown(stranger.name)}.`);
  requireOnce(signature);
  const info = onlyChild(signature, SIGNATURE, 'SignedInfo');
  onlyChild(signature, SIGNATURE, 'SignatureValue');
  const reference = onlyChild(info, SIGNATURE, 'Reference');
  const id = signed.attributes.get('ID') ?? '';
  if (id === '' || reference.attributes.get('URI') !== `#${id}`) {
    throw new Error(`The signature in ${signed.name} is of something else.`);
  }
  requireAlgorithms(info, reference);
  return signature;
}

function requireAlgorithms(info: XmlElement, reference: XmlElement): void {
  const method = (parent: XmlElement, name: string) =>
    onlyChild(parent, SIGNATURE, name).attributes.get('Algorithm') ?? 'none';
  const transforms = childrenOf(
    onlyChild(reference, SIGNATURE, 'Transforms'),
    SIGNATURE,
    'Transform',
  );
  const used: readonly (readonly [string, ReadonlySet<string>])[] = [
    [method(info, 'CanonicalizationMethod'), new Set([EXCLUSIVE])],
    [method(info, 'SignatureMethod'), SIGNATURES],
    [method(reference, 'DigestMethod'), DIGESTS],
    ...transforms.map(
      ({ attributes }) => [attributes.get('Algorithm') ?? 'none', TRANSFORMS] as const,
    ),
  ];
  const weak = used.find(([algorithm, allowed]) => !allowed.has(algorithm));
  if (weak !== undefined) throw new Error(`The algorithm ${shown(weak[0])} is not taken.`);
}

/** For logs: a stranger chooses how long it is. */
const shown = (name: string): string => name.slice(0, 200);
