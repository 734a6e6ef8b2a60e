import {
  custom,
  integer,
  list,
  optional,
  text,
  settingsOf,
  type Kind,
} from '@sextant/platform-runtime/config';
import { parseAddress } from '../../fields/fields.js';
import {
  ofChain,
  signingOf,
  signingSettings,
  SigningSettings,
  type ChainSigning,
} from '../../signing/signing.settings.js';

const address: Kind<string> = {
  expected: 'an address of 20 bytes in hexadecimal digits',
  parse: parseAddress,
};

const wei: Kind<string> = {
  expected: 'a whole number of wei',
  parse: (value) => (/^\d{1,30}$/.test(value) ? value : undefined),
};

const STANDARD = {
  reserveFeeWei: '1000000000000000',
  fromBlock: 0,
  finalityDepth: 256,
  quorum: 1,
} as const;

const contracts = {
  rpcUrls: ofChain(
    list({
      env: 'RPC_URL',
      description:
        'JSON-RPC endpoints of a chain, the preferred one first; a chain without is not served.',
      example: 'https://rpc.example/key',
      secret: true,
    }),
  ),
  ipnftAddresses: ofChain(
    custom(address, {
      env: 'IPNFT_ADDRESS',
      description: 'The IPNFT contract on the chain.',
      example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
  ),
  tokenizerAddresses: ofChain(
    custom(address, {
      env: 'TOKENIZER_ADDRESS',
      description: 'The Tokenizer contract on the chain.',
      example: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    }),
  ),
  reserveFeesWei: ofChain(
    custom(wei, {
      env: 'RESERVE_FEE_WEI',
      description: 'What to send with reserve(), in wei; 0 for the deployed contract.',
      example: '0',
      default: STANDARD.reserveFeeWei,
    }),
  ),
  developmentWallets: ofChain(
    custom(address, {
      env: 'DEVELOPMENT_WALLET',
      description:
        'Account that the node holds unlocked, which people may use on the page; not in production.',
      example: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    }),
  ),
  fromBlocks: ofChain(
    integer({
      env: 'FROM_BLOCK',
      description: 'The block in which the contracts were deployed.',
      example: '17463429',
      default: STANDARD.fromBlock,
    }),
  ),
  quorums: ofChain(
    integer({
      env: 'RPC_QUORUM',
      description:
        'So many endpoints must agree on what is read of the chain; 1 believes the first.',
      example: '2',
      default: STANDARD.quorum,
      min: 1,
      max: 9,
    }),
  ),
  finalityDepths: ofChain(
    integer({
      env: 'FINALITY_DEPTH',
      description: 'Blocks above one that is final, where the nodes know no block named finalized.',
      example: '64',
      default: STANDARD.finalityDepth,
      min: 1,
      max: 1_000_000,
    }),
  ),
};

/** The chains, and how they are read. */
export class ChainSettings extends settingsOf({
  ...contracts,
  contractsAbiFile: optional(
    text({
      env: 'CONTRACTS_ABI_FILE',
      description: 'JSON file with an ABI that wins over that of the contracts that come along.',
      example: '/etc/ipt/abi.json',
    }),
  ),
  rpcTimeoutMs: integer({
    env: 'RPC_TIMEOUT_MS',
    description: 'Milliseconds that one call of an endpoint may take.',
    example: '2000',
    default: 2000,
    min: 50,
    max: 60_000,
  }),
  indexerPollMs: integer({
    env: 'INDEXER_POLL_MS',
    description: 'Milliseconds between looks for new blocks.',
    example: '4000',
    default: 4000,
    min: 20,
    max: 600_000,
  }),
}) {}

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
      reserveFeeWei: config.reserveFeesWei.get(id) ?? STANDARD.reserveFeeWei,
      fromBlock: config.fromBlocks.get(id) ?? STANDARD.fromBlock,
      quorum: config.quorums.get(id) ?? STANDARD.quorum,
      finalityDepth: config.finalityDepths.get(id) ?? STANDARD.finalityDepth,
      developmentWallet: config.developmentWallets.get(id),
      signing: signingOf(signing, id),
    }));
}
