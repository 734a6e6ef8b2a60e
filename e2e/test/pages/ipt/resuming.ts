import { expect, it } from '@jest/globals';
import type { IptPage } from './ipt-page.js';

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
};
