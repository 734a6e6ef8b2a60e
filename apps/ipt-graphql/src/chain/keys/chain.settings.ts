import { custom, integer, list, text, settingsOf } from '@sextant/platform-runtime/config';
import { address, wei } from '../chain-kinds.js';
import { ofChain } from '../of-chain.js';

/** Of a chain that says nothing else. */
export const STANDARD_CHAIN = {
  reserveFeeWei: '1000000000000000',
  fromBlock: 0,
  finalityDepth: 256,
  quorum: 1,
} as const;

export const contracts = ofChain({
  rpcUrls: list(
    'RPC_URL',
    'JSON-RPC endpoints of a chain, the preferred one first; a chain without is not served.',
    { example: 'https://rpc.example/key', secret: true },
  ),
  ipnftAddresses: custom(address, 'IPNFT_ADDRESS', 'The IPNFT contract on the chain.', {
    example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  }),
  tokenizerAddresses: custom(address, 'TOKENIZER_ADDRESS', 'The Tokenizer contract on the chain.', {
    example: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  }),
  reserveFeesWei: custom(
    wei,
    'RESERVE_FEE_WEI',
    'What to send with reserve(), in wei; 0 for the deployed contract.',
    { example: '0', default: STANDARD_CHAIN.reserveFeeWei },
  ),
  developmentWallets: custom(
    address,
    'DEVELOPMENT_WALLET',
    'Account that the node holds unlocked, which people may use on the page; not in production.',
    { example: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  ),
  fromBlocks: integer('FROM_BLOCK', 'The block in which the contracts were deployed.', {
    example: '17463429',
    default: STANDARD_CHAIN.fromBlock,
  }),
  quorums: integer(
    'RPC_QUORUM',
    'So many endpoints must agree on what is read of the chain; 1 believes the first.',
    { example: '2', default: STANDARD_CHAIN.quorum, min: 1, max: 9 },
  ),
  finalityDepths: integer(
    'FINALITY_DEPTH',
    'Blocks above one that is final, where the nodes know no block named finalized.',
    { example: '64', default: STANDARD_CHAIN.finalityDepth, min: 1, max: 1_000_000 },
  ),
});

/** The chains, and how they are read. */
export class ChainSettings extends settingsOf({
  ...contracts,
  contractsAbiFile: text(
    'CONTRACTS_ABI_FILE',
    'JSON file with an ABI that wins over that of the contracts that come along.',
    { example: '/etc/ipt/abi.json' },
  ),
  rpcTimeoutMs: integer('RPC_TIMEOUT_MS', 'Milliseconds that one call of an endpoint may take.', {
    default: 2000,
    min: 50,
    max: 60_000,
  }),
  indexerPollMs: integer('INDEXER_POLL_MS', 'Milliseconds between looks for new blocks.', {
    default: 4000,
    min: 20,
    max: 600_000,
  }),
}) {}
