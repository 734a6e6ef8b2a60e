/** The admin console as an administrator uses it. */
export class AuthConsole {
  #page;

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {string} issuer
   * @param {{ username: string, password: string }} admin
   */
  static async open(browser, issuer, { username, password }) {
    const console = new AuthConsole();
    const context = await browser.newContext({ locale: 'en-GB' });
    console.#page = await context.newPage();
    await console.#page.goto(`${issuer}/admin/console`);
    await console.#press('Sign in');
    await console.#page.getByLabel('User name or e-mail address').fill(username);
    await console.#page.getByLabel('Password').fill(password);
    await console.#press('Sign in');
    return console;
  }

  async tokens() {
    const name = this.#page.getByText('Active access tokens');
    await name.waitFor();
    return (await name.locator('xpath=following-sibling::*[1]').innerText()).trim();
  }

  async invite(email) {
    await this.#open('Users');
    await this.#press('Invite');
    await this.#page.getByLabel('E-mail address').fill(email);
    await this.#press('Send the invitation');
    await this.#page.getByText(`An invitation is on its way to ${email}.`).waitFor();
  }

  /** @returns {Promise<string>} the address beside the name */
  async find(name) {
    await this.#open('Users');
    await this.#page.getByLabel(/^Beginning of/).fill(name);
    await this.#press('Search');
    await this.#page.getByText('1 to 1 of 1').waitFor();
    return this.#page.getByRole('row').filter({ hasText: name }).getByText('@').innerText();
  }

  async lock(name) {
    await this.#press(name);
    await this.#press('Lock');
    const question = this.#page.getByRole('dialog', { name: 'Lock', exact: true });
    await question.getByRole('button', { name: 'Lock', exact: true }).click();
    await this.#page.getByText('The user is locked and signed out everywhere.').waitFor();
    await this.#page.getByRole('dialog').getByText('Close', { exact: true }).click();
  }

  /** @returns {Promise<string[]>} the newest entries */
  async audit() {
    await this.#open('Audit log');
    const rows = this.#page.getByRole('row').filter({ hasText: '.' });
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    return texts.slice(0, 3).map((text) => /[a-z_]+\.[a-z_]+/.exec(text)?.[0] ?? text);
  }

  /** @returns {Promise<number>} how many there are */
  async keys() {
    await this.#open('Keys');
    await this.#page.getByText('Signs').first().waitFor();
    return (await this.#page.getByRole('row').count()) - 1;
  }

  #open(view) {
    return this.#page.getByRole('tab', { name: view, exact: true }).click();
  }

  #press(name) {
    return this.#page.getByRole('button', { name, exact: true }).click();
  }
}
