import { createHmac } from 'node:crypto';
import { isSameSecret } from '../http/same-secret.js';
import type { RequestHead } from './http-source.js';

/** How a vendor shows that it is the one. */
export interface Authentication {
  /** What the secret of the options is, for the documents. */
  readonly secret: string;
  /** Before the body is read. Nothing: the general access of the inputs decides. */
  admits(head: RequestHead, secret: string | undefined): boolean | undefined;
  /** Over the body. */
  verifies?(signed: Signed, secret: string): boolean;
}

export interface Signed {
  readonly head: RequestHead;
  readonly body: Buffer;
  readonly nowMs: number;
}

/** Without a secret of its own a source is as open, or as closed, as the inputs are. */
const onlyWith =
  (admits: (head: RequestHead, secret: string) => boolean): Authentication['admits'] =>
  (head, secret) =>
    secret === undefined ? undefined : admits(head, secret);

/** What a vendor that signs nothing can be told to send. */
export function sharedSecret(options: { readonly header?: string; readonly query?: string } = {}) {
  const { header = 'x-relay-token', query } = options;
  const places = [
    ...['bearer token', 'password of HTTP Basic', `header \`${header}\``],
    ...(query === undefined ? [] : [`parameter \`${query}\` of the address`]),
  ];
  const authentication: Authentication = {
    secret: `Secret that it sends as ${places.join(', ')}.`,
    admits: onlyWith((head, secret) => {
      const inQuery = query === undefined ? undefined : head.query(query);
      const given = [head.header(header), inQuery, ...credentialsOf(head.header('authorization'))];
      return given.some((text) => text !== undefined && isSameSecret(text, secret));
    }),
  };
  return authentication;
}

function credentialsOf(authorization = ''): readonly string[] {
  const [scheme = '', credentials = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer') return [credentials];
  if (scheme.toLowerCase() !== 'basic') return [];
  const pair = Buffer.from(credentials, 'base64').toString();
  return [pair.slice(pair.indexOf(':') + 1)];
}

interface HmacForm {
  readonly header: string;
  readonly prefix?: string;
  /** A header whose value is signed before the body, with a colon between, where it is sent. */
  readonly timestamp?: string;
}

/** HMAC-SHA-256 of the body, in hexadecimal. */
export function hmacSha256({ header, prefix = '', timestamp }: HmacForm): Authentication {
  return {
    secret: `Key of the HMAC-SHA-256 in its header \`${header}\`.`,
    admits: onlyWith((head) => head.header(header)?.startsWith(prefix) === true),
    verifies({ head, body, nowMs }, secret) {
      const sent = timestamp === undefined ? undefined : head.header(timestamp);
      if (sent !== undefined && !isRecent(sent, nowMs)) return false;
      const mac = createHmac('sha256', secret);
      if (sent !== undefined) mac.update(`${sent}:`);
      const expected = prefix + mac.update(body).digest('hex');
      return isSameSecret(head.header(header) ?? '', expected);
    },
  };
}

const TOLERANCE_SECONDS = 300;

const isRecent = (seconds: string, nowMs: number): boolean =>
  Math.abs(Number(seconds) - nowMs / 1000) <= TOLERANCE_SECONDS;

/**
 * A token in a header or, since GitLab 18.11, a signature of the Standard Webhooks specification (1.0):
 * the key is the secret after `whsec_`, in base64.
 */
export function tokenOrStandardWebhook(header: string): Authentication {
  const isKey = (secret: string) => secret.startsWith('whsec_');
  return {
    secret: `Secret token that it sends as \`${header}\`, or signing token (\`whsec_…\`).`,
    admits: onlyWith((head, secret) =>
      isKey(secret)
        ? head.header('webhook-signature') !== undefined
        : isSameSecret(head.header(header) ?? '', secret),
    ),
    verifies: (signed, secret) => !isKey(secret) || isStandardWebhook(signed, secret),
  };
}

function isStandardWebhook({ head, body, nowMs }: Signed, secret: string): boolean {
  const timestamp = head.header('webhook-timestamp') ?? '';
  if (!isRecent(timestamp, nowMs)) return false;
  const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${head.header('webhook-id') ?? ''}.${timestamp}.`)
    .update(body)
    .digest('base64');
  const signatures = (head.header('webhook-signature') ?? '').split(' ');
  return signatures.some((signature) => isSameSecret(signature, `v1,${expected}`));
}
