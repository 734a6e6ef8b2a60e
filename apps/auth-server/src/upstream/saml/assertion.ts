import { ASSERTION, BEARER, PERSISTENT, PROTOCOL, SUCCESS, TRANSIENT } from './saml-names.js';
import { requireFresh, SKEW_MS } from '../fresh-sign-in.js';
import { childrenOf, onlyChild, type XmlElement } from './xml-tree.js';

/** What an answer has to be of, and to. */
export interface Expected {
  /** Entity id of the provider. */
  readonly provider: string;
  /** Ours. */
  readonly audience: string;
  /** Address of our assertion consumer service. */
  readonly consumer: string;
  /** Id of the request that this browser has sent. */
  readonly requestId: string;
  readonly nowMs: number;
  /** Since when the person must have signed in there. */
  readonly freshSinceMs: number | undefined;
}

/** Somebody as the provider has signed it. */
export interface AssertedPerson {
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** When the person signed in at the provider. */
  readonly signedInMs: number;
}

/** xs:dateTime as SAML has it, in UTC (core, section 1.3.3). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const CONDITIONS = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/**
 * The frame of the answer: to our question, for us, by the provider, and a yes (core, section 3.2.2).
 *
 * @throws {Error} that says what is wrong
 */
export function requireAnswer(root: XmlElement, expected: Expected, isSigned: boolean): void {
  const { attributes } = root;
  requireSame('Version', attributes.get('Version'), '2.0');
  requireSame('InResponseTo', attributes.get('InResponseTo'), expected.requestId);
  const destination = attributes.get('Destination');
  // Bindings, section 3.5.5.2: what is signed says for whom.
  if (isSigned || destination !== undefined) {
    requireSame('Destination', destination, expected.consumer);
  }
  const [issuer] = childrenOf(root, ASSERTION, 'Issuer');
  if (issuer !== undefined) requireSame('Issuer', issuer.text, expected.provider);
  const status = onlyChild(root, PROTOCOL, 'Status');
  const code = onlyChild(status, PROTOCOL, 'StatusCode').attributes.get('Value') ?? '';
  if (code !== SUCCESS) throw new Error(`The provider answers ${code.slice(0, 200)}.`);
}

/**
 * Reads an assertion whose signature is the provider's (profiles, section 4.1.4.3).
 *
 * @throws {Error} that says why it counts for nothing
 */
export function readAssertion(assertion: XmlElement, expected: Expected): AssertedPerson {
  if (assertion.name !== 'Assertion' || assertion.namespace !== ASSERTION) {
    throw new Error('What is signed is no assertion.');
  }
  requireSame('Version', assertion.attributes.get('Version'), '2.0');
  requireSame('Issuer', onlyChild(assertion, ASSERTION, 'Issuer').text, expected.provider);
  const subject = onlyChild(assertion, ASSERTION, 'Subject');
  requireConfirmed(subject, expected);
  requireConditions(onlyChild(assertion, ASSERTION, 'Conditions'), expected);
  const signedInMs = signInTime(childrenOf(assertion, ASSERTION, 'AuthnStatement'), expected);
  const nameId = onlyChild(subject, ASSERTION, 'NameID');
  const nameIdFormat = nameId.attributes.get('Format') ?? '';
  if (nameIdFormat === PERSISTENT) requireQualifiers(nameId, expected);
  return { nameId: nameId.text, nameIdFormat, attributes: attributesOf(assertion), signedInMs };
}

/** Somebody who brings it is the person: now, here, and for this question. */
function requireConfirmed(subject: XmlElement, expected: Expected): void {
  const all = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.get('Method') === BEARER,
  );
  const [one, another] = all;
  if (one === undefined || another !== undefined) {
    throw new Error('There must be exactly one bearer confirmation of the subject.');
  }
  const { attributes } = onlyChild(one, ASSERTION, 'SubjectConfirmationData');
  requireSame('Recipient', attributes.get('Recipient'), expected.consumer);
  requireSame('InResponseTo', attributes.get('InResponseTo'), expected.requestId);
  if (!attributes.has('NotOnOrAfter')) throw new Error('The confirmation never expires.');
  requireTime(attributes, expected.nowMs);
}

function requireConditions(conditions: XmlElement, { audience, nowMs }: Expected): void {
  requireTime(conditions.attributes, nowMs);
  const unknown = conditions.children.find(({ name }) => !CONDITIONS.has(name));
  if (unknown !== undefined)
    throw new Error(`The condition ${unknown.name.slice(0, 200)} is unknown.`);
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    childrenOf(restriction, ASSERTION, 'Audience').some(({ text }) => text === audience);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) {
    throw new Error(`The audience is not ${audience}.`);
  }
}

/** Of several the earliest. */
function signInTime(statements: readonly XmlElement[], { nowMs, freshSinceMs }: Expected): number {
  if (statements.length === 0) throw new Error('There is no AuthnStatement: nobody has signed in.');
  const times = statements.map(({ attributes }) => {
    const until = attributes.get('SessionNotOnOrAfter');
    if (until !== undefined && timeOf(until) + SKEW_MS <= nowMs) {
      throw new Error('The session at the provider is over.');
    }
    // Core, section 2.7.2: every statement says when.
    const signedInMs = timeOf(attributes.get('AuthnInstant') ?? '');
    requireFresh(signedInMs, { freshSinceMs, nowMs });
    return signedInMs;
  });
  return Math.min(...times);
}

/** A persistent name is the person's among those of the qualifiers alone (core, section 8.3.7). */
function requireQualifiers({ attributes }: XmlElement, { provider, audience }: Expected): void {
  requireSame('NameQualifier', attributes.get('NameQualifier') ?? provider, provider);
  requireSame('SPNameQualifier', attributes.get('SPNameQualifier') ?? audience, audience);
}

function requireTime(attributes: ReadonlyMap<string, string>, nowMs: number): void {
  const from = attributes.get('NotBefore');
  const until = attributes.get('NotOnOrAfter');
  if (from !== undefined && timeOf(from) - SKEW_MS > nowMs) {
    throw new Error(`The assertion is not valid before ${from}.`);
  }
  if (until !== undefined && timeOf(until) + SKEW_MS <= nowMs) {
    throw new Error(`The assertion has expired, at ${until}.`);
  }
}

function timeOf(text: string): number {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`${JSON.stringify(text.slice(0, 40))} is no time in UTC.`);
  return ms;
}

function requireSame(what: string, found: string | undefined, expected: string): void {
  if (found === expected) return;
  const shown = found === undefined ? 'absent' : JSON.stringify(found.slice(0, 200));
  throw new Error(`${what} is ${shown}, not ${JSON.stringify(expected)}.`);
}

function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const texts = childrenOf(attribute, ASSERTION, 'AttributeValue')
        .filter(({ children }) => children.length === 0)
        .map(({ text }) => text);
      values.set(name, [...(values.get(name) ?? []), ...texts]);
    }
  }
  return values;
}

/** What names the person for ever, of `claims.sub`. */
export const NAME_ID = 'NameID';

/**
 * @param from attribute that names the person, or {@link NAME_ID} for a name of any format that lasts; a persistent name if absent
 * @throws {Error} where nothing lasting does
 */
export function subjectOf(person: AssertedPerson, from: string | undefined): string {
  const { nameId, nameIdFormat: format, attributes } = person;
  if (from === undefined || from === NAME_ID) {
    requireLasting(format, from === NAME_ID);
    return nameId;
  }
  const [value, another] = attributes.get(from) ?? [];
  if (value === undefined || another !== undefined) {
    throw new Error(`The attribute ${from} must have exactly one value.`);
  }
  return value;
}

/** An address or a user name is given to somebody else one day: whether it is not, only the operator can say. */
function requireLasting(format: string, isWanted: boolean): void {
  if (format === TRANSIENT) {
    throw new Error('The NameID is transient: it names nobody the next time. Set claims.sub.');
  }
  if (format !== PERSISTENT && !isWanted) {
    const shown = format === '' ? 'unspecified' : format;
    throw new Error(`The NameID is of format ${shown}, not persistent. Set claims.sub.`);
  }
}
