import { createRequire } from 'node:module';
import {
  Contract,
  ContractFactory,
  Interface,
  ZeroAddress,
  type ContractTransactionReceipt,
  type InterfaceAbi,
  type Wallet,
} from 'ethers';
import { packSignatures } from '../src/domain/safe-message.js';

interface Artifact {
  readonly abi: InterfaceAbi;
  readonly bytecode: string;
}

/** Safe's own, as its authors compiled it. */
const artifact = (path: string): Artifact =>
  createRequire(import.meta.url)(
    `@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`,
  ) as Artifact;

const SAFE = artifact('Safe.sol/Safe');
const FACTORY = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory');
const HANDLER = artifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler');

interface Sent {
  wait(): Promise<ContractTransactionReceipt | null>;
}

/** A Safe, made as its web application makes one. */
export interface TestSafe {
  readonly address: string;
  readonly contract: Contract;
  /** A transaction that these owners sign; the first one sends it. */
  execute(signers: readonly Wallet[], call: SafeCall): Promise<ContractTransactionReceipt | null>;
}

export interface SafeCall {
  readonly to: string;
  readonly data: string;
  readonly value?: bigint;
}

const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
};

/** Puts Safe's contracts on the chain. @returns makes Safes with them */
export async function safeContracts(payer: Wallet) {
  const deployed: string[] = [];
  for (const { abi, bytecode } of [SAFE, HANDLER, FACTORY]) {
    const contract = await new ContractFactory(abi, bytecode, payer).deploy();
    await contract.waitForDeployment();
    deployed.push(await contract.getAddress());
  }
  const [singleton = '', handler = '', factory = ''] = deployed;
  let salt = 0n;
  return async (owners: readonly string[], threshold: number): Promise<TestSafe> => {
    const none = ZeroAddress;
    const setup = new Interface(SAFE.abi).encodeFunctionData('setup', [
      ...[owners, threshold, none, '0x', handler, none, 0, none],
    ]);
    salt += 1n;
    const made = new Contract(factory, FACTORY.abi, payer);
    const sent = (await made.getFunction('createProxyWithNonce')(singleton, setup, salt)) as Sent;
    const receipt = await sent.wait();
    const events = receipt?.logs.map((log) => made.interface.parseLog(log)) ?? [];
    const address = String(
      events.find((event) => event?.name === 'ProxyCreation')?.args.getValue('proxy'),
    );
    const contract = new Contract(address, SAFE.abi, payer);
    return { address, contract, execute: (signers, call) => execute(contract, signers, call) };
  };
}

async function execute(
  safe: Contract,
  signers: readonly Wallet[],
  { to, data, value = 0n }: SafeCall,
): Promise<ContractTransactionReceipt | null> {
  const [sender] = signers;
  if (sender?.provider === null || sender === undefined) throw new Error('There is no sender.');
  const verifyingContract = await safe.getAddress();
  const { chainId } = await sender.provider.getNetwork();
  const nonce = (await safe.getFunction('nonce')()) as bigint;
  const gas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n };
  const whom = { gasToken: ZeroAddress, refundReceiver: ZeroAddress };
  const transaction = { to, value, data, operation: 0, ...gas, ...whom, nonce };
  const signed = await Promise.all(
    signers.map(async (signer) => ({
      owner: signer.address,
      kind: 'EIP712' as const,
      signature: await signer.signTypedData({ chainId, verifyingContract }, SAFE_TX, transaction),
    })),
  );
  const values = [to, value, data, 0, 0, 0, 0, ZeroAddress, ZeroAddress, packSignatures(signed)];
  const contract = safe.connect(sender) as Contract;
  return await ((await contract.getFunction('execTransaction')(...values)) as Sent).wait();
}
