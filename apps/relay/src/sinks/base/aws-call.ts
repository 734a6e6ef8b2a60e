import { createHash, createHmac } from 'node:crypto';
import type { Outcome } from '../../delivery/sink.js';
import type { ChannelOptions, ChannelUses } from './channel.js';
import { outcomeOfStatus, type HttpAnswer } from '../http/http-call.js';

/** What every channel of AWS is given. */
export const awsOptions = {
  access_key_id: { kind: 'text', description: 'Access key.', example: 'AKIDEXAMPLE' },
  secret_access_key: {
    kind: 'text',
    description: 'Its secret.',
    example: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    secret: true,
  },
  session_token: {
    kind: 'text',
    description: 'Token of a session, where the key is a temporary one.',
    example: 'xxx',
    secret: true,
  },
  endpoint: {
    kind: 'address',
    description: 'Address of the service, if not at AWS.',
    example: 'http://localstack:4566',
  },
} as const satisfies ChannelOptions;

interface AwsAccess {
  readonly access_key_id: string | undefined;
  readonly secret_access_key: string | undefined;
  readonly session_token: string | undefined;
}

export interface AwsCall {
  readonly service: 'sns' | 'sqs';
  readonly region: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Node's own digests, as the signer wants them. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error('A digest is used once.');
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return data instanceof ArrayBuffer
    ? Buffer.from(data)
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/** One request, signed as AWS has it (Signature Version 4). */
export async function awsCall(
  request: AwsCall,
  access: AwsAccess,
  { call, clock }: Pick<ChannelUses, 'call' | 'clock'>,
): Promise<HttpAnswer> {
  const { service, region, url, body } = request;
  const { protocol, host, hostname, pathname } = new URL(url);
  // Its code is loaded by those who have such a sink.
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const signer = new SignatureV4({
    ...{ service, region, sha256: Sha256 },
    credentials: {
      accessKeyId: access.access_key_id ?? '',
      secretAccessKey: access.secret_access_key ?? '',
      ...(access.session_token === undefined ? {} : { sessionToken: access.session_token }),
    },
  });
  const signed = await signer.sign(
    {
      ...{ method: 'POST', protocol, hostname, path: pathname, body },
      headers: { ...request.headers, host },
    },
    { signingDate: new Date(clock.nowMs()) },
  );
  return call({ url, headers: signed.headers, body });
}

/** "Throttling", "ThrottledException", "RequestThrottled": 400, and to be tried again. */
export function awsOutcome(answer: HttpAnswer, reply: Readonly<Record<string, unknown>>): Outcome {
  const isThrottled = answer.status >= 400 && /throttl|RequestLimitExceeded/i.test(answer.text);
  const outcome = outcomeOfStatus(isThrottled ? { ...answer, status: 429 } : answer);
  return outcome.kind === 'delivered' ? { kind: 'delivered', reply } : outcome;
}
