import { randomBytes } from 'node:crypto';
import { Contract, getBytes, parseEther, solidityPackedKeccak256, verifyMessage } from 'ethers';
import sharp from 'sharp';

import { say } from '../lib/progress.mjs';
import { CONTRACTS_ABI, graphql } from './ipt-client.mjs';

const FEE = parseEther('0.001');

/** The steps of minting and tokenizing, by whoever mints. */
export class IptSteps {
  #symbol = `DEMO${randomBytes(3).toString('hex').toUpperCase()}`;

  /**
   * @param {object} options
   * @param {object} options.credentials `ipt_graphql` of the credentials file
   * @param {import('ethers').JsonRpcProvider} options.provider
   * @param {import('./ipt-minters.mjs').Minter} options.minter
   * @param {string} [options.authorizer] address of the key that has to authorize; any if absent
   */
  constructor({ credentials, provider, minter, authorizer }) {
    const { contracts } = credentials;
    this.credentials = credentials;
    this.minter = minter;
    this.authorizer = authorizer;
    this.ipnft = new Contract(contracts.ipnft, CONTRACTS_ABI, provider);
    this.tokenizer = new Contract(contracts.tokenizer, CONTRACTS_ABI, provider);
  }

  async mint() {
    const { chain_id: chainId } = this.credentials;
    const minter = this.minter.address;
    const reserved = await this.#send('mint 1/9, reserve', this.ipnft, 'reserve', [], FEE);
    const ipnftId = String(argument(this.ipnft, reserved, 'Reserved', 'reservationId'));
    const metadata = await this.#prepare(ipnftId);

    const { metadataCid } = metadata;
    const terms = await this.#call('getTermsMessage', { metadataCid, minter, chainId });
    say(`mint 6/9, terms of ${terms.message.length} characters, digest ${terms.digest}`);

    say(`mint 7/9, signed by ${minter}:`);
    const termsSignature = await this.minter.sign(terms, { metadataCid });
    const request = { ipnftId, tokenURI: metadata.metadataUrl, chainId, minter, to: minter };
    const { authorization } = await this.#call('signoffMetadata', { ...request, termsSignature });
    const signer = this.#signerOf(request, authorization);
    say(`mint 8/9, authorization: ${authorization.slice(0, 20)}... by ${signer}`);

    const minted = await this.#send(
      ...['mint 9/9, mintReservation', this.ipnft, 'mintReservation'],
      [minter, ipnftId, metadata.metadataUrl, this.#symbol, authorization],
      FEE,
    );
    const tokenId = String(argument(this.ipnft, minted, 'Transfer', 'tokenId'));
    return { ipnftId: tokenId, tokenUri: metadata.metadataUrl };
  }

  async #prepare(ipnftId) {
    const agreement = await this.#call('generateAssignmentAgreement', {
      projectData: JSON.stringify(this.#projectData(ipnftId)),
    });
    const { agreementUri, agreementContentHash: hash } = agreement;
    say(`mint 2/9, agreement: ${agreementUri}, SHA-256 ${hash}`);

    const contentType = 'image/png';
    const upload = await this.#call('generateImageUploadUrl', {
      filename: 'artwork.png',
      contentType,
      ipnftId,
    });
    say(`mint 3/9, upload URL for ${upload.key}, until ${upload.expiresAt}`);

    const canvas = { width: 640, height: 640, channels: 3, background: '#246' };
    const image = await sharp({ create: canvas }).png().toBuffer();
    const headers = { 'content-type': contentType };
    const put = await fetch(upload.uploadUrl, { method: 'PUT', headers, body: image });
    if (!put.ok) throw new Error(`The upload was answered with ${put.status}.`);
    say(`mint 4/9, image of ${image.length} bytes uploaded`);

    const metadata = await this.#call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(this.#metadataWith(agreement)),
      imageKey: upload.key,
      ipnftId,
    });
    say(`mint 5/9, metadata: ${metadata.metadataUrl}`);
    return metadata;
  }

  async tokenize(ipnftId) {
    const { chain_id: chainId } = this.credentials;
    const owner = await this.ipnft.ownerOf(ipnftId);
    if (owner !== this.minter.address) throw new Error('The minter does not own the IP-NFT.');
    say(`tokenize 1/5, owner: ${owner}`);

    const agreementData = { ipnftId, symbol: this.#symbol, title: 'Members of the demo', chainId };
    const { agreementUri, agreementCid } = await this.#call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify(agreementData),
    });
    say(`tokenize 2/5, agreement: ${agreementUri}`);

    const terms = await this.#call('getIptTermsMessage', { agreementCid, ipnftId, chainId });
    say(`tokenize 3/5, terms, digest ${terms.digest}`);

    say(`tokenize 4/5, signed by ${owner}:`);
    const signature = await this.minter.sign(terms, { agreementCid, ipnftId });
    const tokenized = await this.#send(
      ...['tokenize 5/5, tokenizeIpnft', this.tokenizer, 'tokenizeIpnft'],
      [ipnftId, parseEther('1000000'), this.#symbol, agreementCid, signature],
    );
    return argument(this.tokenizer, tokenized, 'TokensCreated', 'tokenContract');
  }

  #call(operation, variables) {
    return graphql(this.credentials, operation, variables);
  }

  async #send(step, contract, name, args, value = 0n) {
    const data = contract.interface.encodeFunctionData(name, args);
    const receipt = await this.minter.send({ to: contract.target, data, value });
    say(`${step}: ${receipt.hash}, ${receipt.gasUsed} gas`);
    return receipt;
  }

  /** Whose signature it is. @throws {Error} if not the one that has to be */
  #signerOf({ minter, to, ipnftId, tokenURI }, authorization) {
    const types = ['address', 'address', 'uint256', 'string'];
    const hash = solidityPackedKeccak256(types, [minter, to, ipnftId, tokenURI]);
    const signer = verifyMessage(getBytes(hash), authorization);
    if (signer === (this.authorizer ?? signer)) return signer;
    throw new Error(`${signer} has authorized the mint, not ${this.authorizer}.`);
  }

  #projectData(ipnftId) {
    const description = 'A project that shows how intellectual property is minted.';
    const own = { name: 'A demonstration', description, initialSymbol: this.#symbol };
    return {
      project: { ...own, ...details() },
      connectedWalletAddress: this.minter.address,
      chainId: this.credentials.chain_id,
      ipnftId,
    };
  }

  #metadataWith({ agreementUri, agreementContentHash }) {
    return {
      name: 'A demonstration',
      description: 'A project that shows how intellectual property is minted.',
      external_url: 'https://example.org/demonstration',
      terms_signature: 'placeholder',
      properties: {
        initial_symbol: this.#symbol,
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
}

const details = () => ({
  organization: 'Sextant Institute',
  topic: 'Longevity',
  research_lead: { name: 'Ada Example', email: 'ada@example.org' },
  funding_amount: { value: 100000, currency: 'EUR', currency_type: 'ISO4217', decimals: 2 },
});

function argument(contract, receipt, event, name) {
  for (const log of receipt.logs) {
    const parsed = contract.interface.parseLog(log);
    if (parsed?.name === event) return parsed.args.getValue(name);
  }
  throw new Error(`There is no ${event} in the receipt.`);
}
