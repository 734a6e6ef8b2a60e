import { Injectable } from '@nestjs/common';
import { PublicUrlSettings } from '../http/public-url.settings.js';
import { WalletSettings } from './wallet.settings.js';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { ConfigError } from '@sextant/platform-runtime/config';
import { ZeroHash } from 'ethers';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { type LinkedWallet, WalletLinks } from './linked-wallets.js';
import { requiredAddress, requiredChain, requiredText, type Maybe } from '../requests/requests.js';
import { isSignedByKey, verifySignature } from '../signing/signatures.js';
import { readWalletMessage } from './wallet-message.js';

/** What a message must hold so that it links a wallet. */
export interface WalletNonceOffer {
  readonly nonce: string;
  readonly domain: string;
  readonly uri: string;
  readonly expiresAt: Date;
}

const NONCE_SECONDS = 600;
const MAX_WALLETS = 50;
/** Wallets' messages have some 400 characters; what parsing costs grows with their square. */
const MAX_MESSAGE = 1500;

/** Wallets of people: linked to the `sub` of their tokens by sign-in with Ethereum (EIP-4361). */
@Injectable()
export class WalletService {
  /** @throws {ConfigError} when wallets are demanded that nobody could link */
  constructor(
    private readonly chains: Chains,
    private readonly links: WalletLinks,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly address: PublicUrlSettings,
    private readonly settings: WalletSettings,
  ) {
    if (settings.requireLinkedWallets && address.publicUrl === undefined) {
      throw new ConfigError([
        'REQUIRE_LINKED_WALLETS needs PUBLIC_URL: messages that link wallets name it.',
      ]);
    }
  }

  /** @throws {Problem} `FORBIDDEN` for keys, and where the operator has not named the service's address */
  async offerNonce(caller: Caller): Promise<WalletNonceOffer> {
    const subject = personOf(caller);
    const publicUrl = this.#publicUrl();
    const nonce = Buffer.from(this.random.bytes(16)).toString('hex');
    const expiresAt = new Date(this.clock.nowMs() + NONCE_SECONDS * 1000);
    await this.links.addNonce({ subject, nonce, expiresAt });
    return { nonce, domain: new URL(publicUrl).host, uri: publicUrl, expiresAt };
  }

  /**
   * Links the wallet that has signed the message. A nonce is used up by success alone.
   *
   * @throws {Problem} `INVALID_INPUT`, `INVALID_WALLET_SIGNATURE`, `FORBIDDEN`, `QUOTA_EXCEEDED`, `CHAIN_UNAVAILABLE`
   */
  async link(
    caller: Caller,
    given: { readonly message: Maybe<string>; readonly signature: Maybe<string> },
  ): Promise<LinkedWallet> {
    const subject = personOf(caller);
    const text = requiredText(given.message, 'message', MAX_MESSAGE);
    const signature = requiredText(given.signature, 'signature', 10_000);
    const rules = {
      publicUrl: this.#publicUrl(),
      nowMs: this.clock.nowMs(),
      maxAgeSeconds: NONCE_SECONDS,
    };
    const { address, chainId, nonce } = readWalletMessage(text, rules);
    const chain = requiredChain(this.chains, caller, chainId);
    const used = { subject, nonce };
    if (!(await this.links.isOpen(used))) throw nonceGone();
    const signed = { signer: address, role: 'person', message: text, signature } as const;
    await verifySignature(chain, signed);
    const wallet = { address, chainId, isContract: !isSignedByKey(signed) };
    const outcome = await this.links.link(used, wallet, MAX_WALLETS);
    if (outcome === 'NONCE_USED') throw nonceGone();
    if (outcome === 'TOO_MANY') {
      throw IPT_ERRORS.quotaExceeded({ message: `A person has at most ${MAX_WALLETS} wallets.` });
    }
    const linked = (await this.links.of(subject)).find(
      (each) => each.address === address && each.chainId === chainId,
    );
    if (linked === undefined) throw IPT_ERRORS.notFound(); // unlinked at the same time
    return linked;
  }

  /** @throws {Problem} `FORBIDDEN` for keys */
  list(caller: Caller): Promise<readonly LinkedWallet[]> {
    return this.links.of(personOf(caller));
  }

  /** @throws {Problem} `FORBIDDEN` for keys, `NOT_FOUND`, `INVALID_INPUT` */
  async unlink(caller: Caller, address: Maybe<string>): Promise<readonly LinkedWallet[]> {
    const subject = personOf(caller);
    const gone = await this.links.unlink(subject, requiredAddress(address, 'address'));
    if (gone.length === 0) throw IPT_ERRORS.notFound({ message: 'This wallet is not linked.' });
    return gone;
  }

  /**
   * Where linked wallets are required: whether the wallet is one of the person's, or a Safe that one of these owns. Keys are programs,
   * which act for whom their tenant says.
   *
   * @throws {Problem} `FORBIDDEN`, `CHAIN_UNAVAILABLE`
   */
  async requireOwn(caller: Caller, chain: Chain, wallet: string): Promise<void> {
    const { subject } = caller;
    if (!this.settings.requireLinkedWallets || subject === undefined) return;
    const own = (await this.links.of(subject))
      .filter(({ isContract, chainId }) => !isContract || chainId === chain.chainId)
      .map(({ address }) => address);
    if (own.includes(wallet)) return;
    const safe = own.length === 0 ? undefined : await chain.safes.read(wallet, ZeroHash);
    if (safe?.owners.some((owner) => own.includes(owner)) === true) return;
    throw IPT_ERRORS.forbidden({
      message: `Link the wallet ${wallet} first: linkWallet.`,
    });
  }

  #publicUrl(): string {
    const { publicUrl } = this.address;
    if (publicUrl !== undefined) return publicUrl;
    throw IPT_ERRORS.forbidden({
      message: 'Wallets cannot be linked here: whoever runs the service has to set PUBLIC_URL.',
    });
  }
}

function personOf({ subject }: Caller): string {
  if (subject !== undefined) return subject;
  throw IPT_ERRORS.forbidden({
    message: 'Wallets are linked to people: come with an access token instead of a key.',
  });
}

const nonceGone = (): Error =>
  IPT_ERRORS.invalidInput({
    message: 'The nonce of the message is not yours, was used, or has expired: ask for another.',
  });
