import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { openPage, signInAt, STILL, type WatchedPage } from '../../browser.js';
import { IPT } from '../../page-addresses.js';
import type { StartedPages } from '../../started-pages.js';

interface Credentials {
  readonly auth_server: {
    readonly users: Readonly<
      Record<string, { readonly username: string; readonly password: string }>
    >;
  };
  readonly ipt_graphql: {
    readonly rpc_url: string;
    readonly chain_id: number;
    readonly accounts: readonly { readonly address: string }[];
  };
}

interface WalletCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

const PROJECT = {
  'Name of the project': 'Longevity in yeast',
  Organization: 'Sextant Institute',
  Topic: 'Longevity',
  'Lead of the research': 'Ada Example',
  'E-mail of the lead': 'ada@example.org',
  Funding: '100000',
  Currency: 'EUR',
  Link: 'https://example.org/yeast',
};
const ARTWORK =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#369"/></svg>';

/** The jobs of the page, done by a person with a wallet at the real services and the local chain. */
export const describeIpt = (uses: () => StartedPages): void =>
  describe('the page of ipt-graphql', () => {
    let origin: string;
    let credentials: Credentials;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;
    let headers: string[];
    /** What the wallet was asked, and whether its owner says no to the next signature. */
    const asked: string[] = [];
    let isRefusing = false;
    let chainId = '0x1';

    beforeAll(async () => {
      ({ origin, browser } = uses());
      credentials = uses().credentials as Credentials;
      watched = await openPage(browser, origin, STILL);
      ({ page } = watched);
      headers = [];
      page.on('request', (request) => headers.push(...Object.keys(request.headers())));
      await page.exposeFunction('askWallet', walletAnswer);
      await page.addInitScript(ANNOUNCE_WALLET);
      await signIn(page, 'teacher');
    });
    afterAll(() => watched.close());

    /** A wallet whose keys the node of the chain holds: what it sends and signs is real. */
    async function walletAnswer({ method, params = [] }: WalletCall): Promise<unknown> {
      asked.push(method);
      const account = credentials.ipt_graphql.accounts[2]?.address;
      if (method === 'eth_requestAccounts') return { result: [account] };
      if (method === 'eth_chainId') return { result: chainId };
      if (method === 'wallet_switchEthereumChain') {
        [{ chainId }] = params as [{ chainId: string }];
        return { result: null };
      }
      if (method === 'personal_sign' && isRefusing) {
        isRefusing = false;
        return { error: { code: 4001, message: 'User rejected the request.' } };
      }
      const response = await fetch(credentials.ipt_graphql.rpc_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return await response.json();
    }

    const signIn = async (of: Page, name: string) => {
      const { username = '', password = '' } = credentials.auth_server.users[name] ?? {};
      await of.goto(origin + IPT);
      await signInAt(of, { username, password });
      await of.getByRole('tab', { name: 'Gallery' }).waitFor();
    };
    const openTab = async (name: string): Promise<Locator> => {
      await page.getByRole('tab', { name }).click();
      return page.getByRole('tabpanel', { name });
    };
    const useWallet = async (name: string) => {
      const bar = page.getByRole('region', { name: 'Wallet' });
      const other = bar.getByRole('button', { name: 'Use another' });
      await bar.getByRole('button').first().waitFor();
      if (await other.isVisible()) await other.click();
      await bar.getByRole('button', { name }).click();
      await other.waitFor();
    };
    /** The step whose turn it is. */
    const step = (panel: Locator, title: string) =>
      panel.locator('[aria-current="step"]').filter({ hasText: title });
    const press = async (panel: Locator, title: string, button: string) => {
      await step(panel, title).getByRole('button', { name: button, exact: true }).click();
    };
    const fillProject = async (panel: Locator, symbol: string) => {
      const form = step(panel, 'Agree on what is assigned');
      for (const [label, value] of Object.entries({ ...PROJECT, Symbol: symbol })) {
        await form.getByRole('textbox', { name: label, exact: true }).fill(value);
      }
      await form
        .getByRole('textbox', { name: 'Description' })
        .fill('How yeast grows old, and why.');
      await form.getByRole('button', { name: 'Make the agreement' }).click();
    };
    const uploadArtwork = async (panel: Locator) => {
      const open = step(panel, 'Get an address for the artwork');
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        open.getByRole('button', { name: 'Choose an image' }).click(),
      ]);
      const buffer = Buffer.from(ARTWORK);
      await chooser.setFiles({ name: 'yeast.svg', mimeType: 'image/svg+xml', buffer });
      await open.getByRole('button', { name: 'Upload it' }).click();
    };
    /** Steps 2 to 5. */
    const describeProject = async (panel: Locator, symbol: string) => {
      await fillProject(panel, symbol);
      await uploadArtwork(panel);
      await press(panel, 'Store the metadata', 'Store the metadata');
      await press(panel, 'Get the terms', 'Get the terms');
    };
    /** The next answer with terms waits. @returns lets it arrive */
    const holdTerms = async (): Promise<() => Promise<unknown>> => {
      const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
      const isTerms = (request: Request) =>
        request.postData()?.includes('getTermsMessage') === true;
      await page.route('**/graphql', async (route) => {
        const response = await route.fetch();
        if (isTerms(route.request())) await released;
        await route.fulfill({ response });
      });
      return async () => {
        const arrived = page.waitForResponse((response) => isTerms(response.request()));
        release(undefined);
        return await arrived;
      };
    };
    /** Steps 8 and 9. @returns the id of the IP-NFT */
    const finish = async (panel: Locator): Promise<string> => {
      await press(panel, 'Ask for the sign-off', 'Ask for the sign-off');
      await press(panel, 'Mint', 'Mint with your wallet');
      const done = panel.getByText(/^IP-NFT \d+ is minted\.$/);
      await done.waitFor();
      return /\d+/.exec(await done.innerText())?.[0] ?? '';
    };
    /** The index follows the chain. */
    const untilListed = async (name: string) => {
      const panel = await openTab('Gallery');
      const card = panel.getByRole('article').filter({ hasText: name });
      while (!(await card.isVisible())) {
        await panel.getByRole('button', { name: 'Refresh' }).click();
        await sleep(200);
      }
      return card;
    };
    let ipnftId: string;

    it('says who may sign, and that nothing was minted yet', async () => {
      const gallery = await openTab('Gallery');
      await gallery.getByText('No IP-NFTs yet').waitFor();
      const mint = await openTab('Mint');
      await mint.getByText('Choose a wallet first').waitFor();

      expect(watched.problems).toEqual([]);
    });

    it('mints in nine steps with a wallet of the browser, which says in words what is signed', async () => {
      await useWallet('Scripted Wallet');
      const panel = await openTab('Mint');
      const reserve = step(panel, 'Reserve an id');
      await reserve.getByText('Your wallet calls reserve()').waitFor();
      expect(await reserve.innerText()).toMatch(/0\.001 ether/);

      await press(panel, 'Reserve an id', 'Reserve with your wallet');
      await describeProject(panel, 'YEAST');
      const terms = step(panel, 'Sign the terms');
      const words = await terms.getByLabel('The text that is signed').innerText();
      expect(words).toContain('I accept the terms of minting an IP-NFT.');
      expect(words).toContain(`Minter: ${credentials.ipt_graphql.accounts[2]?.address}`);
      isRefusing = true;
      await press(panel, 'Sign the terms', 'Sign with your wallet');
      await terms.getByRole('alert').getByText('User rejected the request.').waitFor();
      await press(panel, 'Sign the terms', 'Sign with your wallet');
      ipnftId = await finish(panel);

      // It was on another network until it had to send something.
      expect(asked).toContain('wallet_switchEthereumChain');
      expect(Number(chainId)).toBe(credentials.ipt_graphql.chain_id);
      expect(watched.problems).toEqual([]);
    });

    it('shows it with its image, its agreement in words, and its life', async () => {
      const card = await untilListed('Longevity in yeast');
      const image = card.getByRole('img', { name: 'Longevity in yeast' });
      await image.scrollIntoViewIfNeeded();
      await card.getByRole('button', { name: /^Open/ }).click();

      const view = page.getByRole('tabpanel', { name: 'Gallery' });
      const life = view.getByRole('list', { name: 'Its life' });
      expect(await life.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringContaining('Reserved'),
        expect.stringContaining('Minted'),
      ]);
      await view.getByText('Assignment Agreement').first().click();
      await view.getByText(/Sextant Institute \(the Assignor\)/).waitFor();
      await view.getByText('It was not tokenized.').waitFor();
      await view.getByRole('img', { name: 'Longevity in yeast' }).waitFor();
      const width = await page.evaluate(
        `(async (image) => { await image.decode(); return image.naturalWidth; })(
        document.querySelector('[role=tabpanel] img.ipt-artwork'))`,
      );
      expect(width).toBe(600);
      expect(watched.problems).toEqual([]);
    });

    it('tokenizes it in five steps', async () => {
      const panel = await openTab('Tokenize');
      await panel.getByRole('textbox', { name: 'Id of the IP-NFT' }).fill(ipnftId);
      await press(panel, 'Show that it is yours', 'Look who owns it');
      const form = step(panel, 'Make the membership agreement');
      await form.getByRole('textbox', { name: 'Title of the agreement' }).fill('Yeast holders');
      await form.getByRole('button', { name: 'Make the agreement' }).click();
      await press(panel, 'Get the terms', 'Get the terms');
      await step(panel, 'Sign the terms').getByText(`holder of IPNFT #${ipnftId}`).waitFor();
      await press(panel, 'Sign the terms', 'Sign with your wallet');
      const last = step(panel, 'Tokenize');
      await last.getByText(/it gets 1000000 tokens YEAST/).waitFor();
      await press(panel, 'Tokenize', 'Tokenize with your wallet');
      await panel.getByText('The tokens are made.').waitFor();

      const card = await untilListed('tokens: YEAST');
      await card.getByRole('button', { name: /^Open/ }).click();
      const life = page.getByRole('list', { name: 'Its life' }).getByRole('listitem');
      await life.filter({ hasText: 'Tokenized' }).waitFor();
      const holders = page.getByRole('list', { name: 'Holders of YEAST' }).getByRole('listitem');
      await holders.filter({ hasText: /^0x\w{40} 1000000 \(100 %\)$/ }).waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('proves in the browser that all of it holds, and gives the report as a file', async () => {
      const panel = await openTab('Proof');
      await panel.getByRole('textbox', { name: 'Id of the IP-NFT' }).fill(ipnftId);
      await panel.getByRole('button', { name: 'Check it' }).click();
      await panel.getByText('Everything that was checked holds.').waitFor();

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        panel.getByRole('button', { name: 'Save the report' }).click(),
      ]);
      const report = JSON.parse(await readFile(await download.path(), 'utf8')) as {
        checks: { check: string; outcome: string }[];
      };
      expect(report.checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
      expect(report.checks.map(({ check }) => check)).toEqual([
        ...['owner', 'tokenUri', 'symbol', 'metadata', 'named', 'image'],
        ...['agreement', 'agreementHash', 'agreementPlace'],
        ...['membership', 'membershipPlace', 'token', 'terms'],
      ]);
      expect(watched.problems).toEqual([]);
    });

    it('goes on where it was after the page was closed, with the development account', async () => {
      await useWallet('Development account');
      let panel = await openTab('Mint');
      // The mint before was another account's.
      await panel.getByRole('button', { name: 'Start over' }).click();
      await press(panel, 'Reserve an id', 'Reserve with your wallet');
      await step(panel, 'Agree on what is assigned').waitFor();

      await page.reload();
      await useWallet('Development account');
      panel = await openTab('Mint');
      await fillProject(panel, 'YEAST');
      await panel
        .getByRole('alert')
        .getByText(/symbol is taken/)
        .waitFor();
      const answerTerms = await holdTerms();
      await describeProject(panel, 'YEAST2');
      await panel.getByRole('button', { name: 'Change the project' }).click();
      // The terms of the project before arrive late: they are not those of this one.
      await answerTerms();
      // What was written is still there.
      await describeProject(panel, 'YEAST2');
      await press(panel, 'Sign the terms', 'Sign with your wallet');
      await finish(panel);

      await untilListed('YEAST2');
      const flows = await openTab('In progress');
      await flows
        .getByRole('article', { name: 'Minting YEAST2' })
        .getByText(/^9 of 9/)
        .waitFor();
      expect(watched.problems).toEqual([]);
    });

    it('lets administrators alone make webhooks, and try them', async () => {
      expect(await page.getByRole('tab', { name: 'Webhooks' }).count()).toBe(0);
      const admin = await openPage(browser, origin, STILL);
      await signIn(admin.page, 'admin');
      await admin.page.getByRole('tab', { name: 'Webhooks' }).click();
      const panel = admin.page.getByRole('tabpanel', { name: 'Webhooks' });
      await panel.getByRole('textbox', { name: 'Address (https)' }).fill('https://localhost/hook');
      await panel.getByRole('button', { name: 'Add it' }).click();
      await panel.getByRole('button', { name: 'Show: Secret, shown this once' }).waitFor();
      const item = panel.getByRole('article', { name: 'https://localhost/hook' });
      await item.getByRole('button', { name: 'Send a test' }).click();
      const line = item.getByRole('listitem').filter({ hasText: 'ipt.test' });
      while (!(await line.innerText()).includes('localhost is not a public address.')) {
        await item.getByRole('button', { name: 'Refresh' }).click();
        await sleep(200);
      }
      await item.getByRole('button', { name: 'Delete: https://localhost/hook' }).click();
      await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await panel.getByText('There is no webhook yet').waitFor();

      expect(admin.problems).toEqual([]);
      await admin.close();
    });

    it('never has an API key in the browser', () => {
      expect(headers.length).toBeGreaterThan(0);
      expect(headers).toContain('authorization');
      expect(headers).not.toContain('x-api-key');
    });
  });

/** Runs in the page before its own scripts: a wallet that announces itself (EIP-6963). */
const ANNOUNCE_WALLET = `{
  const provider = {
    request: async (call) => {
      const { result, error } = await window.askWallet(call);
      // Wallets reject with an object that is not an Error.
      if (error) throw error;
      return result;
    },
  };
  const info = { uuid: 'scripted', name: 'Scripted Wallet', rdns: 'org.example',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' };
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
