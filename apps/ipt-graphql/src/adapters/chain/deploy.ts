import { Contract, ContractFactory, JsonRpcProvider, NonceManager, Wallet } from 'ethers';
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
  const provider = new JsonRpcProvider(rpcUrl, undefined, {
    cacheTimeout: -1,
    pollingInterval: 25,
  });
  const wallet = new NonceManager(new Wallet(deployerKey, provider));
  const deploy = async (name: string, ...values: unknown[]): Promise<string> => {
    const { abi, bytecode } = artifactOf(name);
    const contract = await new ContractFactory(abi as never, bytecode, wallet).deploy(...values);
    await contract.waitForDeployment();
    return await contract.getAddress();
  };
  try {
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

/** Whether our contracts are on a chain already, with this signer trusted. */
export async function isDeployed(
  rpcUrl: string,
  { ipnft: address }: DeployedContracts,
  signer: string,
): Promise<boolean> {
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    if ((await provider.getCode(address)) === '0x') return false;
    const contract = new Contract(address, artifactOf('IPNFT').abi as never, provider);
    const found = (await contract.getFunction('mintAuthorizer')()) as string;
    const trusting = new Contract(found, artifactOf('SignedMintAuthorizer').abi as never, provider);
    return (await trusting.getFunction('trustedSigners')(signer)) as boolean;
  } finally {
    provider.destroy();
  }
}
