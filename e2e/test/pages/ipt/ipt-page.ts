import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { openPage, signInAt, STILL } from '../../../browser.js';
import { IPT } from '../../../page-addresses.js';
import type { StartedPages } from '../../../started-pages.js';
import { mintingAt } from './minting-at.js';
import { ScriptedWallet } from './scripted-wallet.js';

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

export type IptPage = Awaited<ReturnType<typeof openIpt>>;

/** The page of ipt-graphql, as a teacher sees it who has a wallet. */
export async function openIpt(uses: StartedPages) {
  const { origin, browser } = uses;
  const credentials = uses.credentials as Credentials;
  const { rpc_url: rpcUrl, chain_id: chainId, accounts } = credentials.ipt_graphql;
  const account = accounts[2]?.address ?? '';
  const signIn = async (of: Page, name: string) => {
    const { username = '', password = '' } = credentials.auth_server.users[name] ?? {};
    await of.goto(origin + IPT);
    await signInAt(of, { username, password });
    await of.getByRole('tab', { name: 'Gallery' }).waitFor();
  };

  const watched = await openPage(browser, origin, STILL);
  const { page } = watched;
  const headers: string[] = [];
  page.on('request', (request) => headers.push(...Object.keys(request.headers())));
  const wallet = new ScriptedWallet(rpcUrl, account);
  await wallet.announceAt(page);
  await signIn(page, 'teacher');
  /** What the first mint came to. */
  const minted = { ipnftId: '' };
  const known = { origin, browser, account, chainId, watched, headers, wallet, minted };
  return { ...known, signIn, ...jobsAt(page) };
}

/** What people do there, in any tab of a browser. */
export function jobsAt(page: Page) {
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
  return { page, openTab, useWallet, untilListed, ...mintingAt(page) };
}
