import { parseEther, Wallet } from 'ethers';

import { safeContracts } from '../../apps/ipt-graphql/development/safe.mjs';
import { say } from '../lib/progress.mjs';
import { graphql } from './ipt-client.mjs';

/**
 * Who mints: sends transactions and signs terms.
 *
 * @typedef {object} Minter
 * @property {string} address
 * @property {(transaction: { to: string, data: string, value?: bigint }) => Promise<import('ethers').TransactionReceipt>} send
 * @property {(terms: { message: string }, text: object) => Promise<string>} sign `text` is what `safeTerms` takes
 */

/** A new wallet with 1 ETH of one that has some. @returns {Promise<Minter>} */
export async function walletMinter({ accounts }, provider) {
  const wallet = Wallet.createRandom(provider);
  await give(new Wallet(accounts[0].private_key, provider), wallet.address, '1');
  say(`a new wallet, ${wallet.address}, with 1 ETH`);
  return {
    address: wallet.address,
    send: async (transaction) => (await wallet.sendTransaction(transaction)).wait(),
    async sign({ message }) {
      const signature = await wallet.signMessage(message);
      say(`  signed: ${short(signature)}`);
      return signature;
    },
  };
}

/**
 * A new Safe with three owners, of whom two have to sign: always another two. The first of them sends the transaction.
 *
 * @returns {Promise<Minter>}
 */
export async function safeMinter(credentials, provider) {
  const rich = new Wallet(credentials.accounts[0].private_key, provider);
  const owners = Array.from({ length: 3 }, () => Wallet.createRandom(provider));
  for (const owner of owners) await give(rich, owner.address, '0.1');
  const makeSafe = await safeContracts(rich);
  const safe = await makeSafe(
    owners.map(({ address }) => address),
    2,
  );
  await give(rich, safe.address, '1');
  say(`a new Safe ${await safe.contract.VERSION()}, ${safe.address}, with 1 ETH`);
  say(`  of 2 of 3 owners: ${owners.map(({ address }) => address).join(', ')}`);
  let turn = 0;
  const nextTwo = () => {
    turn += 1;
    return [owners[turn % 3], owners[(turn + 1) % 3]];
  };
  return {
    address: safe.address,
    async send(transaction) {
      const signers = nextTwo();
      say(`  signed as the Safe's transaction ${await safe.contract.nonce()} by ${names(signers)}`);
      return await safe.execute(signers, transaction);
    },
    sign: (_terms, text) =>
      signAsOwners(credentials, nextTwo(), {
        safe: safe.address,
        chainId: credentials.chain_id,
        ...text,
      }),
  };
}

/** Two owners, one after the other, each for itself. @returns {Promise<string>} what the service put together */
async function signAsOwners(credentials, [first, second], text) {
  const { safeTerms: open } = await graphql(credentials, 'safeTerms', text);
  say(`  the Safe's hash of them: ${open.messageHash}, ${open.missing} owners have to sign`);
  const half = await addSignature(credentials, first, { ...text, open });
  const whole = await addSignature(credentials, second, { ...text, open });
  if (half.signature !== null || whole.missing !== 0) {
    throw new Error(`One owner was enough, or two were not: ${JSON.stringify({ half, whole })}`);
  }
  say(`  the Safe's signature: ${short(whole.signature)}, ${whole.signature.length / 2 - 1} bytes`);
  return whole.signature;
}

async function addSignature(credentials, owner, { open, ...text }) {
  const { types, domain, message } = JSON.parse(open.typedData);
  // Of the domain's own members ethers makes the type itself.
  delete types.EIP712Domain;
  const signature = await owner.signTypedData(domain, types, message);
  const { safeTerms } = await graphql(credentials, 'addSafeSignature', { ...text, signature });
  say(`  owner ${owner.address}: ${short(signature)}, missing: ${safeTerms.missing}`);
  return safeTerms;
}

async function give(from, to, eth) {
  await (await from.sendTransaction({ to, value: parseEther(eth) })).wait();
}

const names = (owners) => owners.map(({ address }) => address.slice(0, 10)).join(' and ');

const short = (hex) => `${hex.slice(0, 20)}...`;
