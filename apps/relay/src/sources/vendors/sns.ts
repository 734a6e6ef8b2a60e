import { createVerify } from 'node:crypto';
import { RELAY_ERRORS } from '../../http/relay-errors.js';
import { invalid, textAt, type JsonObject } from '../payload.js';
import type { VendorUses } from '../vendor.js';

/** What is signed, in this order (SNS Developer Guide, "Verifying the signatures of Amazon SNS messages"). */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  ...subscription('SubscriptionConfirmation'),
  ...subscription('UnsubscribeConfirmation'),
};

function subscription(type: string) {
  const names = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  return { [type]: names };
}

const AWS_HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/;
const CERTIFICATE = /^[^?#]+\/SimpleNotificationService-[\w-]+\.pem$/;
/** A certificate serves for months. */
const MAX_CERTIFICATES = 20;
const certificates = new Map<string, string>();

export const isOfSns = (body: unknown): boolean =>
  Object.hasOwn(SIGNED, textAt(body, 'Type')) && textAt(body, 'SigningCertURL') !== '';

/**
 * Checks a message of SNS and confirms a subscription.
 *
 * @returns the notification; nothing for what is none
 * @throws {Problem} `invalid_payload`, `unauthorized` for another topic or a wrong signature,
 *   `not_stored` when certificate or confirmation are not to be had now
 */
export async function readSns(
  message: JsonObject,
  uses: VendorUses,
): Promise<JsonObject | undefined> {
  const type = textAt(message, 'Type');
  const names = Object.hasOwn(SIGNED, type) ? SIGNED[type] : undefined;
  if (names === undefined) return invalid('Type must be one of SNS.');
  if (!uses.snsTopics.includes(textAt(message, 'TopicArn'))) {
    throw RELAY_ERRORS.unauthorized({ message: 'Messages of this topic are not taken.' });
  }
  await requireSignature(message, names, uses);
  if (type === 'SubscriptionConfirmation') await confirm(textAt(message, 'SubscribeURL'), uses);
  return type === 'Notification' ? message : undefined;
}

async function requireSignature(message: JsonObject, names: readonly string[], uses: VendorUses) {
  const algorithm = textAt(message, 'SignatureVersion') === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  const verify = createVerify(algorithm);
  const present = names.filter((name) => textAt(message, name) !== '');
  for (const name of present) verify.update(`${name}\n${textAt(message, name)}\n`);
  const certificate = await certificateAt(textAt(message, 'SigningCertURL'), uses);
  if (!isSigned(verify, certificate, textAt(message, 'Signature'))) {
    throw RELAY_ERRORS.unauthorized({ message: 'The signature is not that of SNS.' });
  }
}

function isSigned(verify: ReturnType<typeof createVerify>, certificate: string, signature: string) {
  try {
    return verify.verify(certificate, signature, 'base64');
  } catch {
    return false; // no certificate at all
  }
}

async function certificateAt(url: string, uses: VendorUses): Promise<string> {
  const known = certificates.get(url);
  if (known !== undefined) return known;
  // The same host answers calls of its API, in words of whoever calls it.
  if (!CERTIFICATE.test(url)) throw RELAY_ERRORS.unauthorized({ message: 'Not of SNS.' });
  const certificate = await textOfSns(url, uses);
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

const confirm = (url: string, uses: VendorUses): Promise<string> => textOfSns(url, uses);

/** The message names the address: anybody's would sign for anybody. */
async function textOfSns(url: string, uses: VendorUses): Promise<string> {
  if (!isAddressOfSns(url, uses)) throw RELAY_ERRORS.unauthorized({ message: 'Not of SNS.' });
  try {
    return await uses.textOf(url);
  } catch (cause) {
    throw RELAY_ERRORS.notStored({ cause, message: 'SNS does not answer. Send it again.' });
  }
}

function isAddressOfSns(url: string, { snsUrl }: VendorUses): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin, username } = new URL(url);
  if (username !== '') return false;
  if (snsUrl !== undefined) return origin === new URL(snsUrl).origin;
  return protocol === 'https:' && AWS_HOST.test(hostname);
}
