import { ContentKeyWrapping } from '../../content/keys/content-keys.js';
import { Injectable } from '@nestjs/common';
import { PublicUrlSettings } from '../../http/public-url.settings.js';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { openKey, requiredWrapper } from '../agreement-sealer.js';
import type { Caller } from '../../access/caller.js';
import { isProofOfIdea, type Chain, Chains } from '../../chain/chain.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import {
  requiredAddress,
  requiredChain,
  requiredCid,
  requiredText,
  type Maybe,
} from '../../requests/requests.js';
import { type SealedAgreement, SealedAgreements } from '../sealed-agreements.js';
import { verifySignature } from '../../signing/signatures.js';

/** A text that was given out to be signed, and whom to. */
export interface KeyChallenge {
  readonly nonce: string;
  readonly tenant: string;
  /** Which key or token of the tenant asked: nobody else can use it. */
  readonly keyId: string;
  readonly wallet: string;
  readonly cid: string;
  readonly message: string;
  readonly expiresAt: Date;
}

/** Remembers challenges, and what was released, which nothing changes. */
export abstract class KeyReleases {
  abstract add(challenge: KeyChallenge): Promise<void>;
  /** One that can be used still. */
  abstract open(
    nonce: string,
    caller: Pick<Caller, 'tenant' | 'keyId'>,
  ): Promise<KeyChallenge | undefined>;
  /**
   * Uses it up and writes down what it was used for, both or neither.
   *
   * @returns whether it could be used still: nobody else has, and its time is not over
   */
  abstract use(release: KeyRelease): Promise<boolean>;
}

export interface KeyRelease {
  readonly challenge: KeyChallenge;
  readonly agreement: SealedAgreement;
  readonly subject: string | undefined;
}

export interface ReleasedKey {
  /** 32 bytes, base64url. */
  readonly key: string;
  readonly keyId: string;
  readonly agreementCid: string;
  readonly agreementPdfCid: string;
}

const CHALLENGE_SECONDS = 600;

/**
 * Gives the key of an encrypted agreement to whoever owns its IP-NFT now, or holds its reservation before the mint. Keys cannot be
 * taken back: earlier owners may have kept copies.
 */
@Injectable()
export class KeyReleaseService {
  constructor(
    private readonly chains: Chains,
    private readonly wrapping: ContentKeyWrapping,
    private readonly sealed: SealedAgreements,
    private readonly releases: KeyReleases,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly logger: Logger,
    /** Without the origin of this service a wallet could not tell whom the text is for. */
    private readonly address: PublicUrlSettings,
  ) {}

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND` for what is not the tenant's as well */
  async challenge(
    caller: Caller,
    request: {
      readonly agreementCid: Maybe<string>;
      readonly chainId: Maybe<number>;
      readonly wallet: Maybe<string>;
    },
  ): Promise<KeyChallenge> {
    caller.require('read');
    requiredWrapper(this.wrapping.wrapper);
    const { publicUrl } = this.address;
    if (publicUrl === undefined) {
      throw IPT_ERRORS.forbidden({
        message: 'Keys cannot be released here: whoever runs the service has to set PUBLIC_URL.',
      });
    }
    const chain = requiredChain(this.chains, caller, request.chainId);
    const wallet = requiredAddress(request.wallet, 'wallet');
    const cid = requiredCid(request.agreementCid, 'agreementCid').toString();
    const agreement = await this.#agreement(caller, cid, chain);
    const nonce = Buffer.from(this.random.bytes(16)).toString('hex');
    const nowMs = this.clock.nowMs();
    const expiresAt = new Date(nowMs + CHALLENGE_SECONDS * 1000);
    const times = { issuedAt: new Date(nowMs), expiresAt };
    const message = challengeText(agreement, { publicUrl, chain, wallet, cid, nonce, ...times });
    const { tenant, keyId } = caller;
    const challenge = { nonce, tenant, keyId, wallet, cid, message, expiresAt };
    await this.releases.add(challenge);
    return challenge;
  }

  /**
   * @throws {Problem} `INVALID_INPUT` for a challenge that is used, over or not the caller's; `INVALID_WALLET_SIGNATURE`,
   *   `MUST_CONTROL_IPNFT`, `OWNERSHIP_NOT_SETTLED`, `KEY_REFUSED`, `KEY_SERVICE_UNAVAILABLE`, `CHAIN_UNAVAILABLE`
   */
  async release(
    caller: Caller,
    given: { readonly nonce: Maybe<string>; readonly signature: Maybe<string> },
  ): Promise<ReleasedKey> {
    caller.require('read');
    const wrapper = requiredWrapper(this.wrapping.wrapper);
    const nonce = requiredText(given.nonce, 'nonce', 64);
    const signature = requiredText(given.signature, 'signature', 10_000);
    const challenge = await this.releases.open(nonce, caller);
    if (challenge === undefined) throw challengeGone();
    const { cid, wallet, message } = challenge;
    const [agreement] = await this.sealed.byCids(caller.tenant, [cid]);
    if (agreement?.content === undefined) throw challengeGone();
    const chain = requiredChain(this.chains, caller, agreement.chainId);
    await verifySignature(chain, { signer: wallet, role: 'person', message, signature });
    await requireController(chain, agreement, wallet);
    // First, and outside of any transaction: a key service that hangs must hold no connection and no row that others wait for.
    const key = await openKey(wrapper, agreement);
    try {
      await this.#use({ challenge, agreement, subject: caller.subject });
      const { pdfCid } = agreement.content;
      const text = Buffer.from(key).toString('base64url');
      return { key: text, keyId: agreement.keyId, agreementCid: cid, agreementPdfCid: pdfCid };
    } finally {
      key.fill(0);
    }
  }

  async #use(release: KeyRelease): Promise<void> {
    if (!(await this.releases.use(release))) throw challengeGone();
    const { tenant, keyId, wallet, cid } = release.challenge;
    const { chainId, ipnftId } = release.agreement;
    this.logger.info('agreement.key_released', {
      ...{ tenant, keyId, wallet, chainId, ipnftId, cid },
    });
  }

  async #agreement({ tenant }: Caller, cid: string, chain: Chain): Promise<SealedAgreement> {
    const [agreement] = await this.sealed.byCids(tenant, [cid]);
    if (agreement?.chainId === chain.chainId) return agreement;
    throw IPT_ERRORS.notFound({
      message: 'This is no encrypted agreement that was made with your keys for this chain.',
    });
  }
}

/**
 * Asks the chain itself, now. Before the mint it is the wallet that the agreement names, as long as it holds the reservation. Anybody
 * else must have owned the IP-NFT at the chain's safe block, too: what a reorganization gives and takes back opens nothing.
 */
async function requireController(
  chain: Chain,
  { ipnftId, wallet: named }: SealedAgreement,
  wallet: string,
): Promise<void> {
  const owner = await chain.ownerOf(ipnftId);
  const controller = owner ?? (await holderOf(chain, ipnftId, named));
  if (controller !== wallet) {
    throw IPT_ERRORS.mustControl({
      message: 'Only the present owner of the IP-NFT gets the key of its agreement.',
    });
  }
  if (wallet === named || (await chain.settledOwnerOf(ipnftId)) === wallet) return;
  throw IPT_ERRORS.ownershipNotSettled();
}

async function holderOf(chain: Chain, ipnftId: string, named: string): Promise<string | undefined> {
  if (isProofOfIdea(ipnftId)) return named;
  return (await chain.reserverOf(ipnftId)) === named ? named : undefined;
}

interface ChallengeParts {
  readonly publicUrl: string;
  readonly chain: Chain;
  readonly wallet: string;
  readonly cid: string;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** In the form of EIP-4361, so that wallets compare the domain with the site that asks. */
const challengeText = ({ ipnftId }: SealedAgreement, parts: ChallengeParts): string =>
  [
    `${new URL(parts.publicUrl).host} wants you to sign in with your Ethereum account:`,
    parts.wallet,
    '',
    `Release the key of the encrypted agreement ${parts.cid} of IP-NFT ${ipnftId} to whoever sent me this text. Sign only where you want to read it.`,
    '',
    `URI: ${parts.publicUrl}`,
    'Version: 1',
    `Chain ID: ${parts.chain.chainId}`,
    `Nonce: ${parts.nonce}`,
    `Issued At: ${parts.issuedAt.toISOString()}`,
    `Expiration Time: ${parts.expiresAt.toISOString()}`,
    'Resources:',
    `- ipfs://${parts.cid}`,
    `- eip155:${parts.chain.chainId}/erc721:${parts.chain.ipnft}/${ipnftId}`,
  ].join('\n');

const challengeGone = (): Error =>
  IPT_ERRORS.invalidInput({
    message: 'The challenge is not yours, was used, or has expired: ask for another.',
  });
