import { expect, it } from '@jest/globals';
import { returnTo } from '../../../browser.js';
import { jobsAt, type IptPage } from './ipt-page.js';
import type { ScriptedWallet } from './scripted-wallet.js';

const sentBy = ({ asked }: ScriptedWallet) =>
  asked.filter((method) => method === 'eth_sendTransaction').length;

/** Mints that do not go straight on. */
export const resumingCases = (at: () => IptPage): void => {
  it('goes on where it was after the page was closed, with the development account', async () => {
    const {
      page,
      watched,
      openTab,
      useWallet,
      step,
      press,
      fillProject,
      describeProject,
      holdTerms,
      finish,
      untilListed,
    } = at();
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

  it('counts a reservation that was sent, whatever was pressed while the wallet asked', async () => {
    const { page, watched, wallet, openTab, useWallet, step, press } = at();
    await useWallet('Scripted Wallet');
    const panel = await openTab('Mint');
    const startOver = panel.getByRole('button', { name: 'Start over' });
    // The mint before was another account's.
    await startOver.click();
    wallet.answerOnce('eth_getTransactionReceipt', () => ({ result: { status: '0x0', logs: [] } }));
    await press(panel, 'Reserve an id', 'Reserve with your wallet');
    await press(panel, 'Reserve an id', 'Send it again');

    const { promise: confirmed, resolve: confirm } = Promise.withResolvers<undefined>();
    const { promise: isAsked, resolve: asks } = Promise.withResolvers<undefined>();
    wallet.answerOnce('eth_sendTransaction', () => {
      asks(undefined);
      return confirmed;
    });
    await press(panel, 'Reserve an id', 'Reserve with your wallet');
    await isAsked;
    await startOver.click();
    await startOver.waitFor({ state: 'detached' });
    confirm(undefined);

    await panel.getByText(/^The id is \d+\.$/).waitFor();
    await step(panel, 'Agree on what is assigned').waitFor();
    await page.reload();
    await useWallet('Scripted Wallet');
    await (await openTab('Mint')).getByText(/^The id is \d+\.$/).waitFor();
    expect(watched.problems).toEqual([]);
  });

  it('goes on in another tab, and says so in the first', async () => {
    const { watched, wallet, openTab, press, uploadArtwork } = at();
    const other = jobsAt(await watched.context.newPage());
    await wallet.announceAt(other.page);
    await other.page.goto(at().page.url());
    await returnTo(other.page, other.page.getByRole('tab', { name: 'Gallery' }));
    await other.useWallet('Scripted Wallet');
    const there = await other.openTab('Mint');
    await other.fillProject(there, 'YEAST3');

    const here = await openTab('Mint');
    await here.getByText('Another tab of this browser changed this mint.').waitFor();
    await uploadArtwork(here);
    await press(here, 'Store the metadata', 'Store the metadata');
    await there.getByText('Another tab of this browser changed this mint.').waitFor();
    await other.press(there, 'Get the terms', 'Get the terms');
    await press(here, 'Sign the terms', 'Sign with your wallet');
    await other.finish(there);
    await here.getByText(/^IP-NFT \d+ is minted\.$/).waitFor();

    await other.page.close();
    expect(watched.problems).toEqual([]);
  });

  it('asks again what became of a transaction where the wallet could not tell, and sends no second one', async () => {
    const { watched, wallet, openTab, step, press } = at();
    const panel = await openTab('Mint');
    await panel.getByRole('button', { name: 'Start over' }).click();
    const before = sentBy(wallet);
    wallet.answerOnce('eth_getTransactionReceipt', () => ({ error: { message: 'Node is busy.' } }));
    await press(panel, 'Reserve an id', 'Reserve with your wallet');
    const reserve = step(panel, 'Reserve an id');
    await reserve.getByRole('alert').getByText('Node is busy.').waitFor();
    expect(await reserve.getByRole('button').allInnerTexts()).toEqual([
      'Check the transaction again',
    ]);

    await press(panel, 'Reserve an id', 'Check the transaction again');

    await panel.getByText(/^The id is \d+\.$/).waitFor();
    expect(sentBy(wallet) - before).toBe(1);
    expect(watched.problems).toEqual([]);
  });

  it('starts over with the id that is paid', async () => {
    const { watched, openTab, step, fillProject } = at();
    const panel = await openTab('Mint');
    const id = await panel.getByText(/^The id is \d+\.$/).innerText();
    await fillProject(panel, 'YEAST4');
    await step(panel, 'Get an address for the artwork').waitFor();

    await panel.getByRole('button', { name: 'Start over' }).click();

    await step(panel, 'Agree on what is assigned').waitFor();
    expect(await panel.getByText(/^The id is \d+\.$/).innerText()).toBe(id);
    expect(watched.problems).toEqual([]);
  });
};
