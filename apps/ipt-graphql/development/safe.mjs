import { createRequire } from 'node:module';
import { concat, Contract, ContractFactory, Interface, ZeroAddress } from 'ethers';

/** Safe's own contracts, as its authors compiled them. */
const artifact = (path) =>
  createRequire(import.meta.url)(
    `@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`,
  );

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

/**
 * Puts Safe's contracts on a chain for development.
 *
 * @param {import('ethers').Wallet} payer
 * @returns makes Safes with them
 */
export async function safeContracts(payer) {
  const SAFE = artifact('Safe.sol/Safe');
  const HANDLER = artifact('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler');
  const FACTORY = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory');
  const deployed = [];
  for (const { abi, bytecode } of [SAFE, HANDLER, FACTORY]) {
    const contract = await new ContractFactory(abi, bytecode, payer).deploy();
    await contract.waitForDeployment();
    deployed.push(await contract.getAddress());
  }
  const [singleton, handler, factory] = deployed;
  let salt = 0n;
  return async (owners, threshold) => {
    const none = ZeroAddress;
    const setup = new Interface(SAFE.abi).encodeFunctionData('setup', [
      ...[owners, threshold, none, '0x', handler, none, 0, none],
    ]);
    salt += 1n;
    const made = new Contract(factory, FACTORY.abi, payer);
    const receipt = await (await made.createProxyWithNonce(singleton, setup, salt)).wait();
    const events = receipt.logs.map((log) => made.interface.parseLog(log));
    const created = events.find((event) => event?.name === 'ProxyCreation');
    const address = String(created.args.getValue('proxy'));
    const contract = new Contract(address, SAFE.abi, payer);
    return { address, contract, execute: (signers, call) => execute(contract, signers, call) };
  };
}

/** What the owners of a Safe sign of a transaction of its own, at its present nonce, without a refund of gas. */
async function execute(safe, signers, { to, data, value = 0n }) {
  const [sender] = signers;
  const verifyingContract = await safe.getAddress();
  const { chainId } = await sender.provider.getNetwork();
  const gas = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n };
  const whom = { gasToken: ZeroAddress, refundReceiver: ZeroAddress };
  const nonce = await safe.nonce();
  const transaction = { to, value, data, operation: 0, ...gas, ...whom, nonce };
  const signed = await Promise.all(
    signers.map(async (signer) => ({
      owner: BigInt(signer.address),
      signature: await signer.signTypedData({ chainId, verifyingContract }, SAFE_TX, transaction),
    })),
  );
  // checkNSignatures wants the owners in ascending order.
  const packed = concat(
    signed.toSorted((a, b) => (a.owner < b.owner ? -1 : 1)).map(({ signature }) => signature),
  );
  const values = [to, value, data, 0, 0, 0, 0, ZeroAddress, ZeroAddress, packed];
  return await (await safe.connect(sender).execTransaction(...values)).wait();
}
