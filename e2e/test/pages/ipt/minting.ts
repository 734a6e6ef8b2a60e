import { expect, it } from '@jest/globals';
import type { IptPage } from './ipt-page.js';

/** A first mint. */
export const mintingCases = (at: () => IptPage): void => {
  it('says who may sign, and that nothing was minted yet', async () => {
    const { watched, openTab } = at();
    const gallery = await openTab('Gallery');
    await gallery.getByText('No IP-NFTs yet').waitFor();
    const mint = await openTab('Mint');
    await mint.getByText('Choose a wallet first').waitFor();

    expect(watched.problems).toEqual([]);
  });

  it('mints in nine steps with a wallet of the browser, which says in words what is signed', async () => {
    const {
      account,
      chainId,
      watched,
      wallet,
      minted,
      openTab,
      useWallet,
      step,
      press,
      describeProject,
      finish,
    } = at();
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
    expect(words).toContain(`Minter: ${account}`);
    wallet.answerOnce('personal_sign', () => ({
      error: { code: 4001, message: 'User rejected the request.' },
    }));
    await press(panel, 'Sign the terms', 'Sign with your wallet');
    await terms.getByRole('alert').getByText('User rejected the request.').waitFor();
    await press(panel, 'Sign the terms', 'Sign with your wallet');
    minted.ipnftId = await finish(panel);

    // It was on another network until it had to send something.
    expect(wallet.asked).toContain('wallet_switchEthereumChain');
    expect(Number(wallet.chainId)).toBe(chainId);
    expect(watched.problems).toEqual([]);
  });

  it('shows it with its image, its agreement in words, and its life', async () => {
    const { page, watched, untilListed } = at();
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
};
