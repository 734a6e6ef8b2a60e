import { AbiCoder, Contract, FetchRequest, JsonRpcProvider, Network } from 'ethers';

import { CONTRACTS_ABI } from './ipt-client.mjs';

const AUTHORIZER_ABI = ['function authorizeMint(address,address,bytes) view returns (bool)'];
const WALLET_ABI = ['function isValidSignature(bytes32,bytes) view returns (bytes4)'];
const MAGIC_VALUE = '0x1626ba7e';
const TIMEOUT_MS = 10_000;

/**
 * Compares a bundle with the chain, as a node tells of it. A node that cannot be asked leaves it undecided.
 *
 * @param {object} bundle whose documents are checked
 * @param {string} rpcUrl
 * @param {import('./ipt-report.mjs').Report} report
 */
export async function checkChain(bundle, rpcUrl, report) {
  const provider = providerOf(rpcUrl, bundle.manifest.ipnft.chainId);
  try {
    await compare(bundle, provider, report);
  } catch (error) {
    report.undecided('what the chain says', `the node cannot be asked (${error.message})`);
  } finally {
    provider.destroy();
  }
}

function providerOf(rpcUrl, chainId) {
  const request = new FetchRequest(rpcUrl);
  request.timeout = TIMEOUT_MS;
  // Without a fixed network ethers asks a dead node for ever which it is.
  const staticNetwork = Network.from(chainId);
  return new JsonRpcProvider(request, staticNetwork, { staticNetwork, batchMaxCount: 1 });
}

async function compare(bundle, provider, report) {
  const { ipnft, authorization, mint } = bundle.manifest;
  const chainId = Number(await provider.send('eth_chainId', []));
  if (!report.check('the node is of this chain', chainId === ipnft.chainId, String(chainId))) {
    return;
  }
  if (bundle.openTerms !== undefined) await checkContractSignature(bundle, provider, report);
  const contract = new Contract(ipnft.contract, CONTRACTS_ABI, provider);
  if (mint !== null) {
    await checkReceipt({ ipnft, mint }, provider, report);
    await checkCall({ ...bundle.manifest, contract }, provider, report);
    const uri = await orReverted(contract.tokenURI(ipnft.tokenId));
    report.check('the token has this metadata now', uri === authorization.tokenUri, uri);
  }
  await checkTrust({ ipnft, authorization, contract }, provider, report);
  const owner = await orReverted(contract.ownerOf(ipnft.tokenId));
  report.say(`    owner now: ${owner ?? 'nobody'}`);
}

/** What a contract says now (ERC-1271); what it would have said then is not known. */
async function checkContractSignature({ manifest, openTerms }, provider, report) {
  const { minter } = manifest.authorization;
  const wallet = new Contract(minter, WALLET_ABI, provider);
  const hasCode = (await provider.getCode(minter)) !== '0x';
  const { signature } = manifest.terms;
  const answer = hasCode
    ? await orReverted(wallet.isValidSignature(openTerms.digest, signature))
    : undefined;
  if (answer === MAGIC_VALUE) report.check('the minter, a contract, has signed the terms', true);
  else if (hasCode) {
    report.undecided('whether the minter has signed the terms', `${minter} says no, now`);
  } else openTerms.refuse();
}

async function checkReceipt({ ipnft, mint }, provider, report) {
  const receipt = await provider.getTransactionReceipt(mint.transactionHash);
  const log = receipt?.logs.find(({ index }) => index === mint.logIndex);
  const isThere =
    receipt?.status === 1 &&
    receipt.blockNumber === mint.blockNumber &&
    receipt.blockHash === mint.blockHash;
  report.check('the transaction is in its block', isThere, String(mint.blockNumber));
  const isSame =
    log?.address === ipnft.contract &&
    log.data === mint.data &&
    log.topics.join() === mint.topics.join();
  report.check('the log is that of the chain', isSame);
}

/** A wallet that is a contract calls from within: its transaction does not show the authorization. */
async function checkCall({ contract, ipnft, authorization, mint }, provider, report) {
  const transaction = await provider.getTransaction(mint.transactionHash);
  const call =
    transaction?.to === ipnft.contract ? contract.interface.parseTransaction(transaction) : null;
  if (call?.name !== 'mintReservation') {
    report.unchecked('the authorization in the transaction', 'another contract made the call');
    return;
  }
  const isSame =
    call.args[4] === authorization.signature && transaction.from === authorization.minter;
  report.check('it was minted with this authorization, by the minter', isSame);
}

/** Keys are rotated: that one is not trusted any more says nothing of before. */
async function checkTrust({ ipnft, authorization, contract }, provider, report) {
  const { minter, to, tokenUri, signature, signer } = authorization;
  const data = AbiCoder.defaultAbiCoder().encode(
    ['tuple(uint256,string,bytes)'],
    [[ipnft.tokenId, tokenUri, signature]],
  );
  const authorizer = await orReverted(contract.mintAuthorizer());
  const isTrusted =
    authorizer !== undefined &&
    (await orReverted(
      new Contract(authorizer, AUTHORIZER_ABI, provider).authorizeMint(minter, to, data),
    ));
  if (isTrusted === true) report.check('the contract trusts the authorizer', true, signer);
  else report.unchecked(`whether the contract trusted ${signer}`, 'it does not now');
}

async function orReverted(call) {
  try {
    return await call;
  } catch (error) {
    if (error.code === 'CALL_EXCEPTION' || error.code === 'BAD_DATA') return undefined;
    throw error;
  }
}
