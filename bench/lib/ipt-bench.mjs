import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Contract, encryptKeystoreJsonSync, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import sharp from 'sharp';
import {
  anvilBinary,
  CHAIN_ACCOUNTS,
  CHAIN_ID,
  deployContracts,
} from '../../scripts/chain/chain.mjs';
import { newApiKey } from '../../scripts/stack/credentials.mjs';
import { CONTRACTS_ABI, graphql } from '../../scripts/demo/ipt-client.mjs';
import { iptCases } from './ipt-cases.mjs';
import { median } from './median.mjs';
import { freePort, startPostgres } from './postgres.mjs';
import { round } from './report.mjs';
import { ROOT, start, startService } from './servers.mjs';

const FEE = parseEther('0.001');
const SIGN_OFFS = 150;
/** Compiled by then, as in a service that has run for a minute. */
const WARM_SIGN_OFFS = 150;
const FLOWS = 5;
const details = {
  organization: 'Bench',
  topic: 'Speed',
  research_lead: { name: 'Ada', email: 'ada@example.org' },
  funding_amount: { value: 1, currency: 'EUR', currency_type: 'ISO4217', decimals: 2 },
};

/** The service with its own PostgreSQL and chain, and bare Apollo beside it. */
export class IptBench {
  #symbols = 0;

  /** @param root the checkout whose build is run @param isAlone without bare Apollo */
  static async start(root = ROOT, isAlone = false) {
    const bench = new IptBench();
    await bench.#open(root);
    if (!isAlone) await bench.#openBare();
    return bench;
  }

  get pid() {
    return this.ours.pid;
  }

  async #open(root) {
    this.folder = mkdtempSync(join(tmpdir(), 'bench-ipt-'));
    this.postgres = await startPostgres();
    this.databaseUrl = await this.postgres.newDatabase('ipt_graphql');
    const [chainPort, port] = [await freePort(), await freePort()];
    const rpcUrl = `http://127.0.0.1:${chainPort}`;
    const signer = Wallet.createRandom();
    const chainArguments = [
      '--port',
      String(chainPort),
      '--chain-id',
      String(CHAIN_ID),
      '--silent',
    ];
    this.chain = spawn(anvilBinary(), chainArguments, { stdio: 'ignore' });
    this.contracts = await deployContracts(rpcUrl, signer.address);
    const key = newApiKey();
    this.url = `http://127.0.0.1:${port}/graphql`;
    this.credentials = { graphql_url: this.url, api_key: key };
    const keystore = join(this.folder, 'signer.json');
    const sealed = { scrypt: { N: 2 ** 12 } };
    const account = { address: signer.address, privateKey: signer.privateKey };
    writeFileSync(keystore, encryptKeystoreJsonSync(account, 'benchmark', sealed));
    this.ours = await startService('ipt-graphql', root, {
      url: `http://127.0.0.1:${port}/health/live`,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        NODE_ENV: 'production',
        DATABASE_URL: this.databaseUrl,
        BOOTSTRAP_API_KEY: key,
        UPLOAD_SIGNING_KEY: 'a key of the benchmark only',
        CONTENT_DIR: join(this.folder, 'content'),
        UPLOADS_DIR: join(this.folder, 'uploads'),
        [`RPC_URL_${CHAIN_ID}`]: rpcUrl,
        [`IPNFT_ADDRESS_${CHAIN_ID}`]: this.contracts.ipnft,
        [`TOKENIZER_ADDRESS_${CHAIN_ID}`]: this.contracts.tokenizer,
        // Production takes no bare key.
        [`SIGNER_KEYSTORE_${CHAIN_ID}`]: keystore,
        [`SIGNER_PASSWORD_${CHAIN_ID}`]: 'benchmark',
        ALLOW_KEYSTORE_FILES: 'true',
        INDEXER_POLL_MS: '250',
        REQUESTS_PER_MINUTE: '100000000',
        OPERATIONS_PER_MINUTE: '100000000',
      },
    });
    this.provider = new JsonRpcProvider(rpcUrl, undefined, {
      cacheTimeout: -1,
      pollingInterval: 10,
    });
    this.wallet = new Wallet(CHAIN_ACCOUNTS[1].private_key, this.provider);
    this.ipnft = new Contract(this.contracts.ipnft, CONTRACTS_ABI, this.wallet);
    this.tokenizer = new Contract(this.contracts.tokenizer, CONTRACTS_ABI, this.wallet);
  }

  async #openBare() {
    const port = await freePort();
    const program = join(ROOT, 'bench/lib/bare-apollo.mjs');
    this.bareUrl = `http://127.0.0.1:${port}`;
    this.bare = await start(process.execPath, [program, String(port), this.databaseUrl], {
      url: this.bareUrl,
    });
  }

  async stop() {
    this.provider?.destroy();
    await this.ours?.stop();
    await this.bare?.stop();
    this.chain?.kill('SIGKILL');
    await this.postgres?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Every operation, with IP-NFTs at three places of their way. */
  async cases() {
    const signedOff = await this.#ready();
    await this.#call('signoffMetadata', signedOff.request);
    const minted = await this.#terms(await this.#mint());
    const tokenized = await this.#terms(await this.#mint());
    await this.#tokenize(tokenized);
    await this.#untilIndexed(tokenized);
    return iptCases({
      ...{ signedOff, minted, tokenized },
      wallet: this.wallet.address,
      projectOf: (id, symbol) => this.#project(id, symbol),
      metadataOf: ({ agreement, symbol }) => this.#metadata(agreement, symbol),
    });
  }

  /** What the load is made of; it must succeed, or fast refusals would be measured. */
  async requestOf(name, query, url = this.url) {
    const request = this.#request(typeof query === 'string' ? query : query());
    const text = await (await fetch(url, request)).text();
    if (!text.includes('"isSuccess":true')) throw new Error(`${name} answers ${text}`);
    if (typeof query === 'string') return request;
    return { ...request, setupRequest: (sent) => ({ ...sent, body: this.#request(query()).body }) };
  }

  /** Different sign-offs, so many at a time: each is checked on the chain, signed and stored. */
  async signOffs(connections) {
    if (!this.hasSigned) await this.#signedOff(WARM_SIGN_OFFS, 8);
    this.hasSigned = true;
    const { times, elapsedMs } = await this.#signedOff(SIGN_OFFS, connections);
    const slowest = round(times[Math.ceil(times.length * 0.99) - 1]);
    return {
      what: `new sign-offs, ${connections} at a time (p99 ${slowest} ms)`,
      figure: round((SIGN_OFFS / elapsedMs) * 1000),
      unit: '/s',
      aim: '> 150',
    };
  }

  async #signedOff(count, connections) {
    const requests = [];
    while (requests.length < count) requests.push((await this.#ready()).request);
    const times = [];
    const startMs = performance.now();
    const work = async () => {
      for (let next = requests.pop(); next !== undefined; next = requests.pop()) {
        const sentMs = performance.now();
        await this.#call('signoffMetadata', next);
        times.push(performance.now() - sentMs);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    const elapsedMs = performance.now() - startMs;
    return { times: times.sort((one, other) => one - other), elapsedMs };
  }

  async wholeFlow() {
    const times = [];
    for (let count = 0; count < FLOWS; count += 1) {
      const startMs = performance.now();
      await this.#tokenize(await this.#terms(await this.#mint()));
      times.push(performance.now() - startMs);
    }
    return { what: 'all 9 + 5 steps', figure: round(median(times)), unit: 'ms', aim: '< 1500' };
  }

  /** What the service itself does with an image: checks, blocks, CID, disk. */
  async imageToCid() {
    const { SharpImageChecks } =
      await import('../../apps/ipt-graphql/dist/images/checks/sharp-image-checks.js');
    const { DiskContentStore } =
      await import('../../apps/ipt-graphql/dist/content/disk-content-store.js');
    const side = 1320;
    const noise = { type: 'gaussian', mean: 128, sigma: 60 };
    const create = { width: side, height: side, channels: 3, background: '#000', noise };
    const image = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    const checks = new SharpImageChecks();
    const times = [];
    for (let count = 0; count < 9; count += 1) {
      const store = new DiskContentStore(join(this.folder, `images-${count}`));
      const startMs = performance.now();
      await store.add((await checks.check(image, 'image/png')).bytes);
      times.push(performance.now() - startMs);
    }
    const megabytes = round(image.length / 1e6, 1);
    return {
      what: `PNG of ${megabytes} MB to CID`,
      figure: round(median(times)),
      unit: 'ms',
      aim: '< 40',
    };
  }

  /** All nine steps. */
  async #mint() {
    const made = await this.#ready();
    const { id, symbol, metadata, request } = made;
    const { authorization } = await this.#call('signoffMetadata', request);
    const values = [this.wallet.address, id, metadata.metadataUrl, symbol, authorization];
    await (await this.ipnft.mintReservation(...values, { value: FEE })).wait();
    return made;
  }

  /** Steps 2 to 4 of tokenizing. */
  async #terms(made) {
    const { id: ipnftId, symbol } = made;
    const { agreementCid } = await this.#call('generateIptMembershipAgreement', {
      agreementData: JSON.stringify({ ipnftId, symbol, title: 'x', chainId: CHAIN_ID }),
    });
    const request = { agreementCid, ipnftId, chainId: CHAIN_ID };
    const { message } = await this.#call('getIptTermsMessage', request);
    return { ...made, agreementCid, termsSignature: await this.wallet.signMessage(message) };
  }

  async #tokenize({ id, symbol, agreementCid, termsSignature }) {
    const values = [id, 1n, symbol, agreementCid, termsSignature];
    await (await this.tokenizer.tokenizeIpnft(...values)).wait();
  }

  async #untilIndexed({ id }) {
    const query = `{ ipTokens(ipnftId: "${id}", chainId: ${CHAIN_ID}) { ipTokens { id: ipnftId } } }`;
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const text = await (await fetch(this.url, this.#request(query))).text();
      if (text.includes(`"id":"${id}"`)) return;
      await pause(100);
    }
    throw new Error(`The indexer has not seen the tokens of ${id}.`);
  }

  /** Steps 1 to 7: everything that a sign-off takes. */
  async #ready() {
    this.#symbols += 1;
    const symbol = `BENCH${this.#symbols}`;
    const receipt = await (await this.ipnft.reserve({ value: FEE })).wait();
    const id = String(
      this.ipnft.interface.parseLog(receipt.logs[0]).args.getValue('reservationId'),
    );
    const agreement = await this.#call('generateAssignmentAgreement', {
      projectData: JSON.stringify(this.#project(id, symbol)),
    });
    const upload = await this.#call('generateImageUploadUrl', {
      filename: 'bench.png',
      contentType: 'image/png',
      ipnftId: id,
    });
    this.image ??= await sharp({
      create: { width: 512, height: 512, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer();
    await fetch(upload.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: this.image,
    });
    const metadata = await this.#call('uploadMetadataWithImageKey', {
      metadata: JSON.stringify(this.#metadata(agreement, symbol)),
      imageKey: upload.key,
      ipnftId: id,
    });
    const { address } = this.wallet;
    const { metadataCid, metadataUrl: tokenURI } = metadata;
    const terms = await this.#call('getTermsMessage', {
      metadataCid,
      minter: address,
      chainId: CHAIN_ID,
    });
    const termsSignature = await this.wallet.signMessage(terms.message);
    const request = {
      ipnftId: id,
      tokenURI,
      chainId: CHAIN_ID,
      minter: address,
      to: address,
      termsSignature,
    };
    return { id, symbol, agreement, metadata, request };
  }

  #project(ipnftId, initialSymbol) {
    const project = { name: 'Bench', description: 'A benchmark.', initialSymbol, ...details };
    return { project, connectedWalletAddress: this.wallet.address, chainId: CHAIN_ID, ipnftId };
  }

  #metadata({ agreementUri: url, agreementContentHash: content_hash }, initial_symbol) {
    const agreements = [{ type: 'Agreement', url, mime_type: 'application/json', content_hash }];
    const properties = { initial_symbol, project_details: details, agreements };
    return {
      name: 'Bench',
      description: 'A benchmark.',
      external_url: 'https://example.org',
      terms_signature: 'placeholder',
      properties,
    };
  }

  #call(operation, variables) {
    return graphql(this.credentials, operation, variables);
  }

  #request(query) {
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.credentials.api_key },
      body: JSON.stringify({ query }),
    };
  }
}
