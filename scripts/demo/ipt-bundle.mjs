import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDecoder } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  getAddress,
  getBytes,
  hashMessage,
  Interface,
  recoverAddress,
  solidityPackedKeccak256,
} from 'ethers';
import { CID } from 'multiformats/cid';

import { projectDir } from '../lib/project.mjs';
import { checkChain } from './ipt-bundle-chain.mjs';
import { asDagJson, BundledFiles, readCar, Refusal } from './ipt-car.mjs';
import { CONTRACTS_ABI } from './ipt-client.mjs';
import { Report } from './ipt-report.mjs';
import { isSamePlace, openAgreement } from './ipt-sealed.mjs';

const CONTRACTS = new Interface(CONTRACTS_ABI);

/**
 * Proves an IP-NFT from a bundle alone: the service, its database and its gateway are not asked.
 *
 * @param {Uint8Array} bytes of the CAR
 * @param {string | undefined} rpcUrl a node of the chain, by which what happened there is checked too
 * @param {(line: string) => void} say
 * @param {string | undefined} key of its encrypted agreement, base64url
 * @returns {Promise<0 | 1 | 3>} whether all of it holds, or something is wrong, or cannot be decided from this
 */
export async function verifyBundle(bytes, rpcUrl, say, key) {
  const report = new Report(say);
  try {
    const bundle = await openBundle(bytes, report);
    await checkDocuments({ ...bundle, key }, report);
    const open = checkTerms(bundle, report);
    checkAuthorization(bundle, report);
    checkMint(bundle, report);
    if (rpcUrl !== undefined) await checkChain({ ...bundle, openTerms: open }, rpcUrl, report);
    else {
      open?.refuse();
      tellUnchecked(bundle, report);
    }
  } catch (error) {
    report.check('could be checked to the end', false, error.message);
  }
  return report.conclude();
}

async function openBundle(bytes, report) {
  const { root, blocks } = await readCar(bytes);
  const files = new BundledFiles(blocks);
  const manifest = files.manifest(root);
  requireSchema('bundle', asDagJson(manifest));
  const { chainId, contract, tokenId } = manifest.ipnft;
  report.say(`Proof of IP-NFT ${tokenId} of ${contract} on chain ${chainId}, from ${root}`);
  const metadata = await files.read(manifest.metadata, 'metadata');
  await files.read(manifest.image, 'image');
  const agreements = [];
  for (const { contentHash, document, pdf } of manifest.agreements) {
    const text = await files.read(document, 'agreement');
    await files.read(pdf, 'PDF of an agreement');
    agreements.push({ contentHash, text });
  }
  files.requireAllUsed();
  report.check('every block has its hash, every link its block', true, `${blocks.size} blocks`);
  return { manifest, agreements, metadata: parseJson(metadata, 'the metadata') };
}

async function checkDocuments({ manifest, agreements, metadata, key }, report) {
  requireSchema('metadata', metadata);
  report.check('the metadata is of its schema', true, metadata.schema_version);
  report.check('the image is that of the metadata', metadata.image === `ipfs://${manifest.image}`);
  const named = metadata.properties.agreements.map(({ type, content_hash: claimed }) => ({
    type,
    hash: contentHashOf(claimed),
  }));
  for (const { type, hash } of named) {
    if (agreements.every(({ contentHash }) => contentHash !== hash)) {
      report.undecided(type, 'the metadata names this agreement, and it is not in the bundle');
    }
  }
  const kinds = [];
  for (const agreement of agreements) {
    kinds.push(await checkAgreement({ ...agreement, named, manifest, key }, report));
  }
  if (!kinds.some((kind) => kind === 'sealed' || kind === 'ASSIGNMENT_AGREEMENT')) {
    report.check('one of the agreements is the assignment of this IP-NFT', false);
  }
  report.unchecked('the PDFs', 'nobody signs them; the documents beside them are what counts');
}

/** @returns {Promise<string>} its type, which says whether it is the assignment of the rights in this IP-NFT; `sealed` without its key */
async function checkAgreement({ contentHash, text, named, manifest, key }, report) {
  const { ipnft, authorization } = manifest;
  const hash = createHash('sha256').update(text).digest('hex');
  const { type = 'agreement' } = named.find((each) => each.hash === contentHash) ?? {};
  report.check(`${type}: has the hash that the metadata names`, hash === contentHash, hash);
  if (named.every((each) => each.hash !== contentHash)) {
    report.check(`${type}: is named by the metadata`, false);
  }
  const opened = await openAgreement(text, key).catch((error) => {
    throw new Refusal(`${type}: is not opened by the key (${error.message})`);
  });
  if (opened.text === undefined) {
    const isClaimed = isSamePlace(opened, { ipnftId: ipnft.tokenId, chainId: ipnft.chainId });
    report.check(`${type}: is encrypted for this IP-NFT on this chain`, isClaimed);
    report.unchecked(`what is in the ${type}`, 'it is encrypted; its owner has the key (--key)');
    return 'sealed';
  }
  const document = parseJson(Buffer.from(opened.text), type);
  if (opened.isSealed) {
    const isSame = isSamePlace(opened, document);
    report.check(`${type}: the key opens it, and it is what its header says`, isSame);
  }
  const isOfIpnft = document.ipnftId === ipnft.tokenId && document.chainId === ipnft.chainId;
  report.check(`${type}: is about this IP-NFT on this chain`, isOfIpnft);
  report.check(`${type}: is the minter's`, document.wallet === authorization.minter);
  return document.type;
}

/**
 * The text is made again: nothing is believed that the bundle only claims.
 *
 * @returns {{ digest: string, refuse: () => void } | undefined} what only a contract could have signed, and what to say when none has
 */
function checkTerms(bundle, report) {
  const { terms, authorization } = bundle.manifest;
  report.check('the terms are those of this metadata', terms.message === termsOf(bundle));
  const { minter } = authorization;
  const digest = hashMessage(terms.message);
  if (signerOf(digest, terms.signature) === minter) {
    report.check('the minter has signed the terms', true, minter);
    return undefined;
  }
  // A contract with one owner can have a signature of a key too: without a chain anybody could be called a contract.
  const isAnother = `not the signature of ${minter} (if that is a contract, --rpc asks it)`;
  const isContracts = `only a contract could have signed so: --rpc asks ${minter}`;
  const refuse = isOfKey(terms.signature)
    ? () => report.check('the minter has signed the terms', false, isAnother)
    : () => report.undecided('whether the minter has signed the terms', isContracts);
  return { digest, refuse };
}

/** @see apps/ipt-graphql/src/terms/terms.ts, which hands it out */
function termsOf({ manifest, metadata }) {
  const oneLine = (text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const agreements = metadata.properties.agreements.map(
    ({ type, content_hash: hash }) => `${oneLine(type)} Hash: ${oneLine(hash)}`,
  );
  return [
    'I accept the terms of minting an IP-NFT.',
    '',
    'I have read the agreements below and accept them.',
    'I am entitled to assign the intellectual property that the metadata describes.',
    'I understand that everything in the metadata is public and cannot be taken back.',
    '',
    `Metadata: ipfs://${manifest.metadata}`,
    ...agreements,
    '',
    `Minter: ${manifest.authorization.minter}`,
    `Contract: ${manifest.ipnft.contract}`,
    `Chain ID: ${manifest.ipnft.chainId}`,
    'Version: 1',
  ].join('\n');
}

function checkAuthorization({ manifest, metadata }, report) {
  const { ipnft, authorization } = manifest;
  const { minter, to, tokenUri, symbol, signature, signer } = authorization;
  const isOfMetadata = tokenUri === `ipfs://${manifest.metadata}`;
  report.check('what was authorized is this metadata', isOfMetadata, tokenUri);
  report.check('the symbol is that of the metadata', symbol === metadata.properties.initial_symbol);
  const hash = solidityPackedKeccak256(
    ['address', 'address', 'uint256', 'string'],
    [minter, to, ipnft.tokenId, tokenUri],
  );
  const recovered = signerOf(hashMessage(getBytes(hash)), signature);
  report.check(
    'the authorizer has signed',
    recovered === getAddress(signer),
    recovered === signer ? signer : `not ${signer}, but ${recovered ?? 'nobody'}`,
  );
}

function checkMint({ manifest, metadata }, report) {
  const { mint, ipnft, authorization } = manifest;
  if (mint === null) {
    report.unchecked('the mint', 'when the bundle was made there was none');
    return;
  }
  let args;
  try {
    const log = CONTRACTS.parseLog({ topics: mint.topics, data: mint.data });
    args = log?.name === 'IPNFTMinted' ? log.args : undefined;
  } catch {
    args = undefined; // not the shape of the event
  }
  const isOfIt =
    args?.owner === authorization.to &&
    String(args.tokenId) === ipnft.tokenId &&
    args.tokenURI === authorization.tokenUri;
  report.check('the log is the mint that was authorized', isOfIt, mint.transactionHash);
  const isSymbol = args?.symbol === metadata.properties.initial_symbol;
  report.check('it was minted with the symbol of the metadata', isSymbol);
}

/** What a file cannot show. */
function tellUnchecked({ manifest }, report) {
  const { signer } = manifest.authorization;
  const why = 'only the chain knows (--rpc URL)';
  report.unchecked(`whether the contract trusts the authorizer ${signer}`, why);
  if (manifest.mint !== null) {
    report.unchecked('whether the log, its block and transaction are on the chain', why);
  }
  report.unchecked('who owns it now', why);
}

/** SHA-256 as the metadata may write it: hexadecimal with or without 0x, or a CID of the codec raw or json. */
function contentHashOf(text) {
  const [, hex] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (hex !== undefined) return hex.toLowerCase();
  try {
    const { code, multihash } = CID.parse(text);
    const isPlain = [0x55, 0x0200].includes(code) && multihash.code === 0x12;
    return isPlain ? Buffer.from(multihash.digest).toString('hex') : undefined;
  } catch {
    return undefined;
  }
}

const isOfKey = (signature) => signature.length === 132;

function signerOf(digest, signature) {
  try {
    return isOfKey(signature) ? recoverAddress(digest, signature) : undefined;
  } catch {
    return undefined; // no signature of a key
  }
}

function parseJson(bytes, what) {
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // told below
  }
  throw new Refusal(`${what} is no JSON object`);
}

const ajv = new Ajv2020({ strictTypes: false });
const validators = new Map();

/** @param {'bundle' | 'metadata'} name of a published schema */
function validatorOf(name) {
  if (!validators.has(name)) {
    const file = join(projectDir, 'docs', 'api', 'schemas', 'ipt-graphql', `${name}.json`);
    validators.set(name, ajv.compile(JSON.parse(readFileSync(file, 'utf8'))));
  }
  return validators.get(name);
}

function requireSchema(name, value) {
  const isValid = validatorOf(name);
  if (isValid(value)) return;
  throw new Refusal(
    `the ${name} is not of its schema: ${ajv.errorsText(isValid.errors, { dataVar: name })}`,
  );
}
