import { id } from 'ethers';

/** The contracts of Molecule on Ethereum's main network, and the block in which the first was deployed. */
export const DEPLOYED = {
  ipnft: '0xcaD88677CA87a7815728C72D74B4ff4982d54Fc1',
  tokenizer: '0x58EB89C69CB389DBef0c130C6296ee271b82f436',
  fromBlock: 17_463_429,
} as const;

/**
 * What the deployed contracts emit: IPNFT 2.5 and Tokenizer 1.4 with what proxies, OpenZeppelin and former versions emit at
 * these addresses.
 *
 * @see https://github.com/moleculeprotocol/IPNFT (MIT), `src` and `src/helpers/test-upgrades`
 */
export const DEPLOYED_ABI = [
  'event Upgraded(address indexed implementation)',
  'event Initialized(uint8 version)',
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Paused(address account)',
  'event AuthorizerUpdated(address authorizer)',
  'event Reserved(address indexed reserver, uint256 indexed reservationId)',
  'event IPNFTMinted(address indexed owner, uint256 indexed tokenId, string tokenURI, string symbol)',
  'event MetadataUpdate(uint256 _tokenId)',
  'event ReadAccessGranted(uint256 indexed tokenId, address indexed reader, uint256 until)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event MoleculesCreated(uint256 indexed moleculesId, uint256 indexed ipnftId, address indexed tokenContract, address emitter, uint256 amount, string agreementCid, string name, string symbol)',
  'event TokensCreated(uint256 indexed moleculesId, uint256 indexed ipnftId, address indexed tokenContract, address emitter, uint256 amount, string agreementCid, string name, string symbol)',
  'event TokenWrapped(address tokenContract, address wrappedIpt)',
  'event PermissionerUpdated(address indexed old, address indexed _new)',
  'event IPTokenImplementationUpdated(address indexed old, address indexed _new)',
] as const;

const account = (name: string): string => `0x${id(name).slice(26)}`;
export const [SCIENTIST, DAO, BUYER, FIRST_TOKEN, SECOND_TOKEN, WRAPPED_TOKEN] = [
  ...['scientist', 'dao', 'buyer', 'first token', 'second token', 'wrapped token'],
].map(account) as [string, string, string, string, string, string];
const NOBODY = `0x${'0'.repeat(40)}`;

type Emitted = readonly [
  contract: 'ipnft' | 'tokenizer',
  event: string,
  values: readonly unknown[],
];

const minted = (tokenId: number, symbol: string): readonly Emitted[] => [
  ['ipnft', 'Transfer', [NOBODY, SCIENTIST, tokenId]],
  ['ipnft', 'MetadataUpdate', [tokenId]],
  ['ipnft', 'IPNFTMinted', [SCIENTIST, tokenId, `ipfs://metadata-${tokenId}`, symbol]],
];

/** A life of the contracts, in the order and the shapes of theirs. */
export const DEPLOYED_EVENTS: readonly Emitted[] = [
  ['ipnft', 'Upgraded', [account('implementation')]],
  ['ipnft', 'OwnershipTransferred', [NOBODY, DAO]],
  ['ipnft', 'Initialized', [1]],
  ['tokenizer', 'Upgraded', [account('synthesizer')]],
  ['ipnft', 'Reserved', [SCIENTIST, 1]],
  ...minted(1, 'VITA-FAST'),
  ['ipnft', 'Approval', [SCIENTIST, DAO, 1]],
  ['ipnft', 'Transfer', [SCIENTIST, DAO, 1]],
  [
    'tokenizer',
    'MoleculesCreated',
    [1, 1, FIRST_TOKEN, DAO, 10n ** 24n, 'bafkreiagreement1', 'Molecules of IPNFT #1', 'VITA-FAST'],
  ],
  ['tokenizer', 'Upgraded', [account('tokenizer 1.4')]],
  ['tokenizer', 'Initialized', [6]],
  ['tokenizer', 'IPTokenImplementationUpdated', [NOBODY, account('ip token')]],
  ['tokenizer', 'PermissionerUpdated', [NOBODY, account('permissioner')]],
  ['ipnft', 'AuthorizerUpdated', [account('authorizer')]],
  ['ipnft', 'Reserved', [SCIENTIST, 2]],
  ['ipnft', 'Reserved', [SCIENTIST, 3]],
  ...minted(2, 'CRYO'),
  ...minted(3, 'HAIR'),
  [
    'tokenizer',
    'TokensCreated',
    [
      2,
      2,
      SECOND_TOKEN,
      SCIENTIST,
      5n * 10n ** 18n,
      'bafkreiagreement2',
      'IP Tokens of IPNFT #2',
      'CRYO',
    ],
  ],
  // An ERC-20 that was there before, attached.
  [
    'tokenizer',
    'TokensCreated',
    [3, 3, WRAPPED_TOKEN, SCIENTIST, 0, 'bafkreiagreement3', 'Hair', 'HAIR'],
  ],
  ['tokenizer', 'TokenWrapped', [account('erc20'), WRAPPED_TOKEN]],
  ['ipnft', 'ReadAccessGranted', [2, BUYER, 1_900_000_000]],
  ['ipnft', 'ApprovalForAll', [DAO, BUYER, true]],
  ['ipnft', 'Transfer', [DAO, BUYER, 1]],
  ['ipnft', 'Paused', [DAO]],
];
