import { ConfigError } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { ConfiguredChains } from '../../chain/indexer/configured-chains.js';
import { FinalityReader } from '../../chain/indexer/finality.js';
import { walletOf } from '../../chain/keys/signing-keys.js';
import type { KeySigner } from '../../signing/keystore-signer.js';
import type { SigningSettings } from '../../signing/signing.settings.js';
import { relayerOf } from '../relayer-config.js';
import type { RelayerSettings } from '../relayer.settings.js';
import type { RelayChain, RelayChains } from '../relayer.js';
import { RpcRelayChain } from './rpc-relay-chain.js';

class ConfiguredRelayers implements RelayChains {
  constructor(readonly all: readonly RelayChain[]) {}

  get(chainId: number): RelayChain | undefined {
    return this.all.find((chain) => chain.chainId === chainId);
  }
}

/** @throws {ConfigError} for a key that cannot be opened, and for one that authorizes mints too */
// oxlint-disable-next-line injection/max-params -- Nest injects by position
export async function configuredRelayers(
  chains: ConfiguredChains,
  signer: KeySigner,
  settings: RelayerSettings,
  signing: SigningSettings,
  logger: Logger,
): Promise<RelayChains> {
  const relayers: RelayChain[] = [];
  for (const { chain, rpc, contracts, reader, finalityDepth } of chains.served) {
    const { chainId } = chain;
    const { signing: own, maxGas, ...limits } = relayerOf(settings, chainId);
    const wallet = await walletOf(own, chainId, signing);
    if (wallet === undefined) continue;
    const isSigner = chains.all.some((each) => signer.address(each.chainId) === wallet.address);
    if (isSigner) {
      throw new ConfigError([
        `RELAYER_…_${chainId} names a key that authorizes mints, too: the relayer needs one of its own.`,
      ]);
    }
    const finality = new FinalityReader(reader, finalityDepth);
    const head = () => reader.block('latest');
    const uses = { chain, rpc, contracts, wallet, finality, head };
    relayers.push(new RpcRelayChain({ ...uses, limits: { ...limits, maxGas: BigInt(maxGas) } }));
    logger.info('relayer.opened', { chainId, account: wallet.address });
  }
  return new ConfiguredRelayers(relayers);
}
