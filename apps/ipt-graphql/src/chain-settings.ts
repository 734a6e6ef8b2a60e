import { custom, integer, list, optional, text, type Kind } from '@sextant/platform-config';
import { isHexString } from 'ethers';
import { CHAIN_IDS } from './domain/chain.js';
import { parseAddress } from './domain/fields.js';

const address: Kind<string> = {
  expected: 'an address of 20 bytes in hexadecimal digits',
  parse: parseAddress,
};

const privateKey: Kind<string> = {
  expected: '32 bytes in hexadecimal digits, with 0x before them',
  parse: (value) => (isHexString(value, 32) ? value : undefined),
};

const wei: Kind<string> = {
  expected: 'a whole number of wei',
  parse: (value) => (/^\d{1,30}$/.test(value) ? value : undefined),
};

const contracts = (id: number) => ({
  rpcUrls: optional(
    list({
      env: `RPC_URL_${id}`,
      description: `JSON-RPC endpoints of chain ${id}, the preferred one first; not served if absent.`,
      example: 'https://rpc.example/key',
      secret: true,
    }),
  ),
  ipnft: optional(
    custom(address, {
      env: `IPNFT_ADDRESS_${id}`,
      description: `The IPNFT contract on chain ${id}.`,
      example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
  ),
  tokenizer: optional(
    custom(address, {
      env: `TOKENIZER_ADDRESS_${id}`,
      description: `The Tokenizer contract on chain ${id}.`,
      example: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    }),
  ),
  reserveFeeWei: custom(wei, {
    env: `RESERVE_FEE_WEI_${id}`,
    description: `What to send with reserve() on chain ${id}, in wei; 0 for the deployed contract.`,
    example: '0',
    default: '1000000000000000',
  }),
  fromBlock: integer({
    env: `FROM_BLOCK_${id}`,
    description: `The block in which the contracts of chain ${id} were deployed.`,
    example: '17463429',
    default: 0,
  }),
});

const signing = (id: number) => ({
  keystore: optional(
    text({
      env: `SIGNER_KEYSTORE_${id}`,
      description: `File of the encrypted key that signs authorizations of chain ${id}.`,
      example: `/run/secrets/signer-${id}.json`,
    }),
  ),
  keystorePassword: optional(
    text({
      env: `SIGNER_PASSWORD_${id}`,
      description: 'Password of that file.',
      example: '...',
      secret: true,
    }),
  ),
  signerKey: optional(
    custom(privateKey, {
      env: `SIGNER_KEY_${id}`,
      description: `The key itself, for development: use a keystore in production.`,
      example: '0x...',
      secret: true,
    }),
  ),
});

const mainnet = { ...contracts(1), ...signing(1) };
const sepolia = { ...contracts(11155111), ...signing(11155111) };

export const chainSettings = {
  ...prefixed('mainnet', mainnet),
  ...prefixed('sepolia', sepolia),
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
};

type Prefixed<P extends string, S> = { [K in keyof S as `${P}${Capitalize<K & string>}`]: S[K] };

function prefixed<P extends string, S extends object>(prefix: P, schema: S): Prefixed<P, S> {
  return Object.fromEntries(
    Object.entries(schema).map(([name, setting]) => [
      `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      setting as unknown,
    ]),
  ) as Prefixed<P, S>;
}

/** What the settings say of one chain. */
export interface ChainConfig {
  readonly chainId: number;
  readonly rpcUrls: readonly string[] | undefined;
  readonly ipnft: string | undefined;
  readonly tokenizer: string | undefined;
  /** In wei. */
  readonly reserveFeeWei: string;
  readonly fromBlock: number;
  readonly keystore: string | undefined;
  readonly keystorePassword: string | undefined;
  readonly signerKey: string | undefined;
}

/** The settings of each chain under the same names. */
export const chainConfigs = (config: object): readonly ChainConfig[] =>
  (['mainnet', 'sepolia'] as const).map((prefix, index) => {
    const own = Object.entries(config)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => {
        const rest = name.slice(prefix.length);
        return [rest.charAt(0).toLowerCase() + rest.slice(1), value as unknown];
      });
    return { chainId: CHAIN_IDS[index], ...Object.fromEntries(own) } as ChainConfig;
  });
