import { signingOf, type ChainSigning } from '../../signing/chain-signing.js';
import { signingSettings, type SigningSettings } from '../../signing/signing.settings.js';
import { contracts, STANDARD_CHAIN, type ChainSettings } from './chain.settings.js';

/** What the settings say of one chain. */
export interface ChainConfig {
  readonly chainId: number;
  readonly rpcUrls: readonly string[] | undefined;
  readonly ipnft: string | undefined;
  readonly tokenizer: string | undefined;
  /** In wei. */
  readonly reserveFeeWei: string;
  readonly fromBlock: number;
  readonly quorum: number;
  /** Used where the chain does not name its final block. */
  readonly finalityDepth: number;
  readonly developmentWallet: string | undefined;
  readonly signing: ChainSigning;
}

/** The settings of each chain that any of them names, in the order of their ids. */
export function chainConfigs(
  config: ChainSettings,
  signing: SigningSettings,
): readonly ChainConfig[] {
  const own = Object.keys(contracts) as readonly (keyof typeof contracts)[];
  const keys = Object.keys(signingSettings) as readonly (keyof typeof signingSettings)[];
  const ids = new Set([
    ...own.flatMap((name) => [...config[name].keys()]),
    ...keys.flatMap((name) => [...signing[name].keys()]),
  ]);
  return [...ids]
    .toSorted((one, other) => Number(one) - Number(other))
    .map((id) => ({
      chainId: Number(id),
      rpcUrls: config.rpcUrls.get(id),
      ipnft: config.ipnftAddresses.get(id),
      tokenizer: config.tokenizerAddresses.get(id),
      reserveFeeWei: config.reserveFeesWei.get(id) ?? STANDARD_CHAIN.reserveFeeWei,
      fromBlock: config.fromBlocks.get(id) ?? STANDARD_CHAIN.fromBlock,
      quorum: config.quorums.get(id) ?? STANDARD_CHAIN.quorum,
      finalityDepth: config.finalityDepths.get(id) ?? STANDARD_CHAIN.finalityDepth,
      developmentWallet: config.developmentWallets.get(id),
      signing: signingOf(signing, id),
    }));
}
