import type { Locator, Page, Request } from 'playwright-core';

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

/** The steps of a mint. */
export const mintingAt = (page: Page) => ({
  ...{ step, press, fillProject, finish },
  uploadArtwork: (panel: Locator) => uploadArtwork(page, panel),
  holdTerms: () => holdTerms(page),
  /** Steps 2 to 5. */
  describeProject: async (panel: Locator, symbol: string) => {
    await fillProject(panel, symbol);
    await uploadArtwork(page, panel);
    await press(panel, 'Store the metadata', 'Store the metadata');
    await press(panel, 'Get the terms', 'Get the terms');
  },
});

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
  await form.getByRole('textbox', { name: 'Description' }).fill('How yeast grows old, and why.');
  await form.getByRole('button', { name: 'Make the agreement' }).click();
};

const uploadArtwork = async (page: Page, panel: Locator) => {
  const open = step(panel, 'Get an address for the artwork');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    open.getByRole('button', { name: 'Choose an image' }).click(),
  ]);
  const buffer = Buffer.from(ARTWORK);
  await chooser.setFiles({ name: 'yeast.svg', mimeType: 'image/svg+xml', buffer });
  await open.getByRole('button', { name: 'Upload it' }).click();
};

/** The next answer with terms waits. @returns lets it arrive */
const holdTerms = async (page: Page): Promise<() => Promise<unknown>> => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const isTerms = (request: Request) => request.postData()?.includes('getTermsMessage') === true;
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
