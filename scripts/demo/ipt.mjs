import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Contract, JsonRpcProvider, Wallet, parseEther } from 'ethers';
import sharp from 'sharp';

import { say } from '../progress.mjs';
import { projectDir } from '../project.mjs';
import { demoFlags } from './flags.mjs';
import { CONTRACTS_ABI, graphql, readIptCredentials } from './ipt-client.mjs';
import { verifyToken } from './ipt-proof.mjs';

/**
 * Walks all 9 steps of minting and all 5 of tokenizing, as a program outside of the service would: a wallet of its
 * own, HTTP and JSON-RPC, against a stack that `npm start` runs.
 */
const HELP = `Usage: npm run demo:ipt -- [options]

Mints an IP-NFT and tokenizes it, against ipt-graphql, which npm start runs; then proves both.

  --data FOLDER  where dev-credentials.json is (.data)
  --help         prints this`;

const values = demoFlags('npm run demo:ipt', HELP, {
  data: { type: 'string', default: join(projectDir, '.data') },
});
const credentials = readIptCredentials(values.data);
const { chain_id: chainId, contracts, accounts } = credentials;
const provider = new JsonRpcProvider(credentials.rpc_url, undefined, {
  cacheTimeout: -1,
  pollingInterval: 50,
});
const wallet = Wallet.createRandom(provider);
const ipnft = new Contract(contracts.ipnft, CONTRACTS_ABI, wallet);
const tokenizer = new Contract(contracts.tokenizer, CONTRACTS_ABI, wallet);
const fee = parseEther('0.001');
const symbol = `DEMO${randomBytes(3).toString('hex').toUpperCase()}`;
const call = (operation, variables) => graphql(credentials, operation, variables);

say(`ipt-graphql at ${credentials.graphql_url}, chain ${chainId} at ${credentials.rpc_url}`);
await fund();
const startMs = performance.now();
const { ipnftId, tokenUri } = await mint();
const token = await tokenize(ipnftId);
const tookMs = Math.round(performance.now() - startMs);
say(
  `Both flows took ${tookMs} ms. IP-NFT ${ipnftId}, its metadata ${tokenUri}, its tokens ${token}`,
);
say('');
const isProven = await verifyToken(credentials, ipnftId, say);
provider.destroy();
process.exitCode = isProven ? 0 : 1;

async function fund() {
  const [rich] = accounts;
  const sent = await new Wallet(rich.private_key, provider).sendTransaction({
    to: wallet.address,
    value: parseEther('1'),
  });
  await sent.wait();
  say(`a new wallet, ${wallet.address}, with 1 ETH`);
}

async function mint() {
  const reserved = await transaction('mint 1/9, reserve', ipnft.reserve({ value: fee }));
  const id = String(argument(reserved, 'Reserved', 'reservationId'));

  const agreement = await call('generateAssignmentAgreement', {
    projectData: JSON.stringify(projectData(id)),
  });
  say(`mint 2/9, agreement: ${agreement.agreementUri}, SHA-256 ${agreement.agreementContentHash}`);

  const upload = await call('generateImageUploadUrl', {
    filename: 'artwork.png',
    contentType: 'image/png',
    ipnftId: id,
  });
  say(`mint 3/9, upload URL for ${upload.key}, until ${upload.expiresAt}`);

  const image = await sharp({
    create: { width: 640, height: 640, channels: 3, background: '#246' },
  })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'image/png' };
  const put = await fetch(upload.uploadUrl, { method: 'PUT', headers, body: image });
  if (!put.ok) throw new Error(`The upload was answered with ${put.status}.`);
  say(`mint 4/9, image of ${image.length} bytes uploaded`);

  const metadata = await call('uploadMetadataWithImageKey', {
    metadata: JSON.stringify(metadataWith(agreement)),
    imageKey: upload.key,
    ipnftId: id,
  });
  say(`mint 5/9, metadata: ${metadata.metadataUrl}`);

  const terms = await call('getTermsMessage', {
    metadataCid: metadata.metadataCid,
    minter: wallet.address,
    chainId,
  });
  say(`mint 6/9, terms of ${terms.message.length} characters, digest ${terms.digest}`);

  const termsSignature = await wallet.signMessage(terms.message);
  say(`mint 7/9, signed: ${termsSignature.slice(0, 20)}...`);

  const { authorization } = await call('signoffMetadata', {
    ipnftId: id,
    tokenURI: metadata.metadataUrl,
    chainId,
    minter: wallet.address,
    to: wallet.address,
    termsSignature,
  });
  say(`mint 8/9, authorization: ${authorization.slice(0, 20)}...`);

  const minted = await transaction(
    'mint 9/9, mintReservation',
    ipnft.mintReservation(wallet.address, id, metadata.metadataUrl, symbol, authorization, {
      value: fee,
    }),
  );
  const ipnftId = String(argument(minted, 'Transfer', 'tokenId'));
  return { ipnftId, tokenUri: metadata.metadataUrl };
}

async function tokenize(id) {
  const owner = await ipnft.ownerOf(id);
  if (owner !== wallet.address) throw new Error('The wallet does not own the IP-NFT.');
  say(`tokenize 1/5, owner: ${owner}`);

  const membership = await call('generateIptMembershipAgreement', {
    agreementData: JSON.stringify({ ipnftId: id, symbol, title: 'Members of the demo', chainId }),
  });
  say(`tokenize 2/5, agreement: ${membership.agreementUri}`);

  const { agreementCid } = membership;
  const terms = await call('getIptTermsMessage', { agreementCid, ipnftId: id, chainId });
  say(`tokenize 3/5, terms, digest ${terms.digest}`);

  const signature = await wallet.signMessage(terms.message);
  say(`tokenize 4/5, signed: ${signature.slice(0, 20)}...`);

  const tokenized = await transaction(
    'tokenize 5/5, tokenizeIpnft',
    tokenizer.tokenizeIpnft(id, parseEther('1000000'), symbol, agreementCid, signature),
  );
  return argument(tokenized, 'TokensCreated', 'tokenContract');
}

async function transaction(name, sending) {
  const sent = await sending;
  const receipt = await sent.wait();
  say(`${name}: ${receipt.hash}, ${receipt.gasUsed} gas`);
  return receipt;
}

function argument(receipt, event, name) {
  const contract = event === 'TokensCreated' ? tokenizer : ipnft;
  for (const log of receipt.logs) {
    const parsed = contract.interface.parseLog(log);
    if (parsed?.name === event) return parsed.args.getValue(name);
  }
  throw new Error(`There is no ${event} in the receipt.`);
}

function details() {
  return {
    organization: 'Sextant Institute',
    topic: 'Longevity',
    research_lead: { name: 'Ada Example', email: 'ada@example.org' },
    funding_amount: { value: 100000, currency: 'EUR', currency_type: 'ISO4217', decimals: 2 },
  };
}

function projectData(ipnftId) {
  const description = 'A project that shows how intellectual property is minted.';
  return {
    project: { name: 'A demonstration', description, initialSymbol: symbol, ...details() },
    connectedWalletAddress: wallet.address,
    chainId,
    ipnftId,
  };
}

function metadataWith({ agreementUri, agreementContentHash }) {
  return {
    name: 'A demonstration',
    description: 'A project that shows how intellectual property is minted.',
    external_url: 'https://example.org/demonstration',
    terms_signature: 'placeholder',
    properties: {
      initial_symbol: symbol,
      project_details: details(),
      agreements: [
        {
          type: 'Assignment Agreement',
          url: agreementUri,
          mime_type: 'application/json',
          content_hash: agreementContentHash,
        },
      ],
    },
  };
}
