import { ParsedMessage, SiweParseError } from '@signinwithethereum/siwe-parser';
import { parseAddress } from '../fields/fields.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';

/** What is asked of a message of EIP-4361, besides its form. */
export interface MessageRules {
  /** Origin of this service. */
  readonly publicUrl: string;
  readonly nowMs: number;
  /** Oldest time of issue that is taken, in seconds. */
  readonly maxAgeSeconds: number;
}

/** What a message says that was found in order. */
export interface WalletMessage {
  /** EIP-55. */
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
}

/** Clocks of wallets may be so much ahead. */
const SKEW_MS = 60_000;

/**
 * Reads a message of EIP-4361 and checks whom it is for and when; its nonce, chain and signature are the caller's to check.
 *
 * @throws {Problem} `INVALID_INPUT`, which names what is wrong
 */
export function readWalletMessage(text: string, rules: MessageRules): WalletMessage {
  const message = parsed(text);
  const address = parseAddress(message.address);
  if (address === undefined) throw refusal('its address must have a right checksum');
  const fault = placeFault(message, rules.publicUrl) ?? timeFault(message, rules);
  if (fault !== undefined) throw refusal(fault);
  return { address, chainId: message.chainId, nonce: message.nonce };
}

function parsed(text: string): ParsedMessage {
  try {
    return new ParsedMessage(text);
  } catch (error) {
    const reason = error instanceof SiweParseError ? error.errors[0] : undefined;
    throw refusal(`it is none of EIP-4361 (${(reason ?? 'unreadable').slice(0, 200)})`);
  }
}

/** A message that another site had signed is no proof here. */
function placeFault(message: ParsedMessage, publicUrl: string): string | undefined {
  const { host, protocol, origin } = new URL(publicUrl);
  if (message.version !== '1') return 'its version must be 1';
  if (message.domain !== host) return `its domain must be ${host}`;
  if (message.scheme !== undefined && `${message.scheme}:` !== protocol) {
    return `its scheme must be ${protocol.slice(0, -1)}`;
  }
  const isHere = URL.canParse(message.uri) && new URL(message.uri).origin === origin;
  return isHere ? undefined : `its URI must be at ${origin}`;
}

function timeFault(message: ParsedMessage, { nowMs, maxAgeSeconds }: MessageRules) {
  const { issuedAt, expirationTime, notBefore } = message;
  const issuedMs = Date.parse(issuedAt);
  if (!(issuedMs <= nowMs + SKEW_MS)) return 'it was issued in the future';
  if (issuedMs < nowMs - maxAgeSeconds * 1000) return 'it was issued too long ago';
  if (expirationTime !== undefined && !(Date.parse(expirationTime) > nowMs))
    return 'it has expired';
  if (notBefore !== undefined && !(Date.parse(notBefore) <= nowMs)) return 'it is not valid yet';
  return undefined;
}

const refusal = (what: string): Error =>
  IPT_ERRORS.invalidInput({ message: `The message to sign in with is refused: ${what}.` });
