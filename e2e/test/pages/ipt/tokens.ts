import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { IptPage } from './ipt-page.js';

/** What is made of a minted one. */
export const tokenCases = (at: () => IptPage): void => {
  it('tokenizes it in five steps', async () => {
    const { page, watched, minted, openTab, step, press, untilListed } = at();
    const panel = await openTab('Tokenize');
    await panel.getByRole('textbox', { name: 'Id of the IP-NFT' }).fill(minted.ipnftId);
    await press(panel, 'Show that it is yours', 'Look who owns it');
    const form = step(panel, 'Make the membership agreement');
    await form.getByRole('textbox', { name: 'Title of the agreement' }).fill('Yeast holders');
    await form.getByRole('button', { name: 'Make the agreement' }).click();
    await press(panel, 'Get the terms', 'Get the terms');
    await step(panel, 'Sign the terms').getByText(`holder of IPNFT #${minted.ipnftId}`).waitFor();
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
    const { page, watched, minted, openTab } = at();
    const panel = await openTab('Proof');
    await panel.getByRole('textbox', { name: 'Id of the IP-NFT' }).fill(minted.ipnftId);
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
};
