import { createHash } from 'node:crypto';
import { Contract, hashMessage, JsonRpcProvider, recoverAddress } from 'ethers';
import { CID } from 'multiformats/cid';

import { CONTRACTS_ABI } from './ipt-client.mjs';
import { Report } from './ipt-report.mjs';
import { isSamePlace, openAgreement } from './ipt-sealed.mjs';

/**
 * Proves a token from its id alone: fetches metadata, agreements and image by their CIDs, recomputes every hash,
 * and checks what was signed against the chain. It believes neither the service nor its database.
 *
 * @param {object} credentials `ipt_graphql` of the credentials file: `rpc_url`, `contracts`, `base_url`, `chain_id`
 * @param {string} tokenId
 * @param {(line: string) => void} say
 * @param {string | undefined} key of its encrypted agreement, base64url
 * @returns {Promise<boolean>} whether all of it holds
 */
export async function verifyToken(credentials, tokenId, say, key) {
  const provider = new JsonRpcProvider(credentials.rpc_url);
  const report = new Report(say);
  try {
    say(`Proof of IP-NFT ${tokenId} on chain ${credentials.chain_id}`);
    const ipnft = new Contract(credentials.contracts.ipnft, CONTRACTS_ABI, provider);
    const owner = await ownerOf(ipnft, tokenId);
    report.check(
      'is on the chain',
      owner !== undefined,
      owner ? `owner ${owner}` : 'no such token',
    );
    if (owner !== undefined) {
      const metadata = await verifyIpnft({ credentials, tokenId, ipnft, report, key });
      await verifyTokens({ credentials, tokenId, provider, report, metadata });
    }
  } catch (error) {
    report.check('could be checked to the end', false, error.message);
  } finally {
    provider.destroy();
  }
  say(report.isWhole ? 'Everything holds.' : 'NOT PROVEN: see the lines that begin with "no".');
  return report.isWhole;
}

/** @returns {Promise<string | undefined>} nothing for an IP-NFT that was never minted: the contract reverts */
async function ownerOf(ipnft, tokenId) {
  try {
    return await ipnft.ownerOf(tokenId);
  } catch (error) {
    if (error.code === 'CALL_EXCEPTION') return undefined;
    throw error;
  }
}

async function verifyIpnft({ credentials, tokenId, ipnft, report, key }) {
  const [uri, symbol] = await Promise.all([ipnft.tokenURI(tokenId), ipnft.symbol(tokenId)]);
  const metadata = JSON.parse(await fetchChecked(credentials, uri, 'metadata', report));
  const { initial_symbol: named, agreements } = metadata.properties;
  report.check('the symbol is that of the metadata', symbol === named, symbol);
  await fetchChecked(credentials, metadata.image, 'image', report);
  for (const { type, url, content_hash: claimed } of agreements) {
    const document = await fetchChecked(credentials, url, type, report);
    const hash = createHash('sha256').update(document).digest('hex');
    report.check(
      `${type}: the hash in the metadata is that of the document`,
      hash === claimed,
      hash,
    );
    const place = { ipnftId: tokenId, chainId: credentials.chain_id };
    checkPlace(type, await openAgreement(document, key), { place, report });
  }
  return metadata;
}

/** What the header of an encrypted agreement says is a claim until the key opens it. */
function checkPlace(type, opened, { place, report }) {
  if (opened.text === undefined) {
    const isClaimed = isSamePlace(opened, place);
    report.check(`${type}: is encrypted for this IP-NFT on this chain`, isClaimed);
    report.unchecked(`what is in the ${type}`, 'it is encrypted; its owner has the key (--key)');
    return;
  }
  const { ipnftId, chainId } = JSON.parse(opened.text);
  if (opened.isSealed) {
    const isSame = isSamePlace(opened, { ipnftId, chainId });
    report.check(`${type}: the key opens it, and it is what its header says`, isSame);
  }
  const isOwn = ipnftId === place.ipnftId && chainId === place.chainId;
  report.check(`${type}: is about this IP-NFT on this chain`, isOwn);
}

async function verifyTokens({ credentials, tokenId, provider, report }) {
  const tokenizer = new Contract(credentials.contracts.tokenizer, CONTRACTS_ABI, provider);
  const [created] = await tokenizer.queryFilter(tokenizer.filters.TokensCreated(null, tokenId));
  if (created === undefined) {
    report.check('is not tokenized', true);
    return;
  }
  const { tokenContract, emitter, agreementCid } = created.args;
  const isKnown = (await tokenizer.synthesized(tokenId)) === tokenContract;
  report.check('its tokens are those of the Tokenizer', isKnown, tokenContract);
  const uri = `ipfs://${agreementCid}`;
  const document = await fetchChecked(credentials, uri, 'membership agreement', report);
  report.check(
    'the membership agreement is of this IP-NFT',
    JSON.parse(document).ipnftId === tokenId,
  );

  const permissioner = new Contract(await tokenizer.permissioner(), CONTRACTS_ABI, provider);
  const filter = permissioner.filters.TermsAccepted(tokenContract, emitter);
  const [accepted] = await permissioner.queryFilter(filter);
  const message = `As an IP token holder of IPNFT #${tokenId}, I accept all terms that I've read here: ${uri}\n\nChain Id: ${credentials.chain_id}\nVersion: 1`;
  const signature = accepted?.args.signature ?? '0x';
  const signed = await isSignedBy(provider, emitter, hashMessage(message), signature);
  report.check('whoever tokenized it has signed the terms', signed, emitter);
}

/** A key's signature, or what a contract says of it (ERC-1271). */
async function isSignedBy(provider, signer, digest, signature) {
  try {
    if (recoverAddress(digest, signature) === signer) return true;
  } catch {
    // not the signature of a key
  }
  if ((await provider.getCode(signer)) === '0x') return false;
  const abi = ['function isValidSignature(bytes32,bytes) view returns (bytes4)'];
  return (
    (await new Contract(signer, abi, provider).isValidSignature(digest, signature)) === '0x1626ba7e'
  );
}

/** The bytes behind `ipfs://<cid>`, once they hash to it: blocks are taken one by one and checked. */
async function fetchChecked({ base_url: gateway }, uri, what, report) {
  const root = CID.parse(uri.replace('ipfs://', ''));
  const bytes = await fetchFile(gateway, root);
  report.check(`${what}: the content is that of its CID`, true, root.toString());
  return bytes;
}

async function fetchFile(gateway, cid) {
  const block = await fetchBlock(gateway, cid);
  if (cid.code === 0x55) return block;
  const { decode } = await import('@ipld/dag-pb');
  const parts = await Promise.all(
    decode(block).Links.map(({ Hash }) => fetchFile(gateway, CID.asCID(Hash))),
  );
  return Buffer.concat(parts);
}

async function fetchBlock(gateway, cid) {
  const response = await fetch(`${gateway}/ipfs/${cid}?format=raw`, {
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${cid} was answered with ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest();
  if (!hash.equals(cid.multihash.digest)) throw new Error(`${cid} does not have its hash`);
  return bytes;
}
