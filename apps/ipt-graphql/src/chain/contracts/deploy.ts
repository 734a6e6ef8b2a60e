import {
  Contract,
  ContractFactory,
  getCreateAddress,
  JsonRpcProvider,
  Network,
  NonceManager,
  Wallet,
} from 'ethers';
import { artifactOf } from './artifacts.js';

export interface Deployment {
  readonly rpcUrl: string;
  /** Private key of the wallet that deploys and owns. */
  readonly deployerKey: string;
  /** Address of the key that signs authorizations. */
  readonly signer: string;
}

export interface DeployedContracts {
  readonly ipnft: string;
  readonly tokenizer: string;
  readonly authorizer: string;
  readonly permissioner: string;
}

/** Deploys our contracts to a chain for development; on a new chain they always get the same addresses. */
export async function deployContracts({
  rpcUrl,
  deployerKey,
  signer,
}: Deployment): Promise<DeployedContracts> {
  const provider = await providerOf(rpcUrl);
  const owner = new Wallet(deployerKey, provider);
  const wallet = new NonceManager(owner);
  const deploy = async (name: string, ...values: unknown[]): Promise<string> => {
    const { abi, bytecode } = artifactOf(name);
    const contract = await new ContractFactory(abi as never, bytecode, wallet).deploy(...values);
    await contract.waitForDeployment();
    return await contract.getAddress();
  };
  try {
    const earlier = contractsOf(owner.address);
    if (await isDeployed(provider, earlier, signer)) return earlier;
    const authorizerAddress = await deploy('SignedMintAuthorizer', signer);
    const ipnftAddress = await deploy('IPNFT', authorizerAddress);
    const permissionerAddress = await deploy('TermsAcceptedPermissioner');
    const tokenizerAddress = await deploy('Tokenizer', ipnftAddress, permissionerAddress);
    return {
      ipnft: ipnftAddress,
      tokenizer: tokenizerAddress,
      authorizer: authorizerAddress,
      permissioner: permissionerAddress,
    };
  } finally {
    provider.destroy();
  }
}

/** Of nothing but the endpoint: for networks that it knows, the library asks others what gas costs. */
async function providerOf(rpcUrl: string): Promise<JsonRpcProvider> {
  const asked = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1 });
  const chainId = BigInt((await asked.send('eth_chainId', [])) as string);
  asked.destroy();
  return new JsonRpcProvider(rpcUrl, new Network('chain', chainId), {
    cacheTimeout: -1,
    pollingInterval: 25,
    staticNetwork: true,
  });
}

/** Where a wallet's first four transactions put the contracts, in the order in which they are deployed. */
function contractsOf(from: string): DeployedContracts {
  const [authorizer = '', ipnft = '', permissioner = '', tokenizer = ''] = [0, 1, 2, 3].map(
    (nonce) => getCreateAddress({ from, nonce }),
  );
  return { ipnft, tokenizer, authorizer, permissioner };
}

/** Whether all of them are there, with this signer trusted. */
async function isDeployed(
  provider: JsonRpcProvider,
  { authorizer, tokenizer }: DeployedContracts,
  signer: string,
): Promise<boolean> {
  const code = await Promise.all([authorizer, tokenizer].map((each) => provider.getCode(each)));
  if (code.includes('0x')) return false;
  const contract = new Contract(
    authorizer,
    artifactOf('SignedMintAuthorizer').abi as never,
    provider,
  );
  return (await contract.getFunction('trustedSigners')(signer)) as boolean;
}
