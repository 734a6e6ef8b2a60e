import { createHash } from 'node:crypto';
import { getAddress, isHexString, ZeroAddress } from 'ethers';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { requiredAddress, requiredText, type Maybe } from '../requests/requests.js';
import type { SafeTransaction } from './relayer.js';

/** A Safe's transaction as clients send it; amounts in decimal digits. */
export interface RelayRequest {
  readonly chainId?: Maybe<number>;
  readonly safe?: Maybe<string>;
  readonly to?: Maybe<string>;
  readonly value?: Maybe<string>;
  readonly data?: Maybe<string>;
  readonly operation?: Maybe<number>;
  readonly safeTxGas?: Maybe<string>;
  readonly baseGas?: Maybe<string>;
  readonly gasPrice?: Maybe<string>;
  readonly gasToken?: Maybe<string>;
  readonly refundReceiver?: Maybe<string>;
  readonly nonce?: Maybe<string>;
  readonly signatures?: Maybe<string>;
  readonly idempotencyKey?: Maybe<string>;
}

/** What is asked for, well-formed and no more. */
export interface ParsedRelay {
  readonly safe: string;
  readonly transaction: SafeTransaction;
  readonly signatures: string;
  readonly idempotencyKey: string;
  /** SHA-256 of all that is sent beside the key. */
  readonly bodyHash: string;
}

const MAX_DATA_BYTES = 16_384;
/** Twenty owners that are contracts fit. */
const MAX_SIGNATURE_BYTES = 8192;
const MAX_KEY = 255;
const MAX_UINT = 2n ** 256n;

/** @throws {Problem} `INVALID_INPUT`, `RELAY_CALL_NOT_ALLOWED` for another operation than CALL */
export function parseRelay(request: RelayRequest, chainId: number): ParsedRelay {
  if ((request.operation ?? 0) !== 0) {
    throw IPT_ERRORS.callNotAllowed({ message: 'operation must be 0 (CALL).' });
  }
  const safe = requiredAddress(request.safe, 'safe');
  const transaction: SafeTransaction = {
    to: requiredAddress(request.to, 'to'),
    value: amount(request.value ?? '0', 'value'),
    data: requiredBytes(request.data, 'data', MAX_DATA_BYTES),
    safeTxGas: amount(request.safeTxGas, 'safeTxGas'),
    baseGas: amount(request.baseGas, 'baseGas'),
    gasPrice: amount(request.gasPrice, 'gasPrice'),
    gasToken: zeroOr(request.gasToken, 'gasToken'),
    refundReceiver: zeroOr(request.refundReceiver, 'refundReceiver'),
    nonce: amount(request.nonce, 'nonce'),
  };
  const signatures = requiredBytes(request.signatures, 'signatures', MAX_SIGNATURE_BYTES);
  const idempotencyKey = requiredText(request.idempotencyKey, 'idempotencyKey', MAX_KEY);
  const members: readonly (string | bigint)[] = Object.values(transaction);
  const body = [chainId, safe, ...members, signatures].map(String);
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return { safe, transaction, signatures, idempotencyKey, bodyHash };
}

const refuse = (name: string, what: string) =>
  IPT_ERRORS.invalidInput({ message: `${name} ${what}.` });

function amount(value: Maybe<string>, name: string): bigint {
  const text = requiredText(value, name, 78);
  const parsed = /^(0|[1-9]\d*)$/.test(text) ? BigInt(text) : MAX_UINT;
  if (parsed >= MAX_UINT) throw refuse(name, 'must be a whole number in decimal digits');
  return parsed;
}

function requiredBytes(value: Maybe<string>, name: string, max: number): string {
  const text = requiredText(value, name, 2 + 2 * max);
  if (!isHexString(text) || text.length % 2 !== 0) {
    throw refuse(name, 'must be bytes in hexadecimal digits, with 0x before them');
  }
  return text.toLowerCase();
}

/** Absent is zero. */
function zeroOr(value: Maybe<string>, name: string): string {
  const isZero = value === null || value === undefined || value === '' || value === ZeroAddress;
  return isZero ? ZeroAddress : getAddress(requiredAddress(value, name));
}
