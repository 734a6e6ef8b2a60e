/** The pages of auth-server as somebody uses them: sign-in, `/account`, and the mailbox of this machine. */
export class AuthPages {
  #context;
  #page;
  #issuer;

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {string} issuer
   */
  static async open(browser, issuer, { hasPasskeys = true } = {}) {
    const pages = new AuthPages();
    pages.#issuer = issuer;
    pages.#context = await browser.newContext({ locale: 'en-GB' });
    pages.#page = await pages.#context.newPage();
    if (hasPasskeys) await pages.#addAuthenticator();
    return pages;
  }

  /** One that always says yes, as long as the page is there. */
  async #addAuthenticator() {
    const client = await this.#context.newCDPSession(this.#page);
    await client.send('WebAuthn.enable');
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  /** The newest link to an address, once there is one that was not given out. */
  async linkMailedTo(address) {
    for (;;) {
      await this.#page.goto(`${this.#issuer}/account/mails`);
      const mails = this.#page.getByRole('article').filter({ hasText: `To ${address}` });
      const links = mails.first().getByRole('link');
      const link = (await links.count()) === 0 ? null : await links.first().getAttribute('href');
      if (link !== null && /token=/.test(link) && !this.#used.has(link)) {
        this.#used.add(link);
        return link;
      }
      await this.#page.waitForTimeout(500);
    }
  }

  #used = new Set();

  async join(link, { name, password }) {
    await this.#page.goto(link);
    await this.#page.getByLabel('User name').fill(name);
    await this.#page.getByLabel('New password').fill(password);
    await this.#press('Create the account');
    await this.#sees('Welcome');
  }

  async signIn(name, password) {
    await this.#goHome();
    await this.#page.getByLabel('User name or e-mail address').fill(name);
    await this.#page.getByLabel('Password').fill(password);
    await this.#press('Sign in');
    await this.#declinesPasskey(/^(Your account|Second step)$/);
  }

  /** Waits for a heading. A passkey is offered before it at times: it is added where the demo says so. */
  async #declinesPasskey(heading) {
    const offer = this.#page.getByRole('button', { name: 'Not now', exact: true });
    const next = this.#page.getByRole('heading', { level: 1, name: heading });
    await offer.or(next).waitFor();
    if (await offer.isVisible()) await offer.click();
    await next.waitFor();
  }

  async enterCode(code) {
    await this.#page.getByLabel('Code').fill(code);
    await this.#press('Continue');
    await this.#declinesPasskey('Your account');
  }

  async address() {
    return this.#page.getByText(/\((not )?verified\)/).innerText();
  }

  async addPasskey(password) {
    await this.#page.goto(`${this.#issuer}/account/passkey`);
    await this.#page.getByLabel('Current password').fill(password);
    await this.#press('Add the passkey');
    await this.#sees('Recovery codes');
    return this.#page.locator('.codes code').allTextContents();
  }

  forgetCookies() {
    return this.#context.clearCookies();
  }

  /** @returns {Promise<string>} the address at the client that the browser is sent back to */
  async signInByPasskey(url, redirectUri) {
    const sentBack = this.#page.waitForRequest((one) => one.url().startsWith(redirectUri));
    await this.#page.goto(url);
    // The browser may offer the passkey by itself before the button is pressed.
    this.#page
      .getByRole('button', { name: 'Use a passkey' })
      .click()
      .catch(() => undefined);
    const address = (await sentBack).url();
    // Nobody listens there: the browser's own page about that is in the way of the next one.
    const left = this.#page;
    this.#page = await this.#context.newPage();
    await left.close();
    return address;
  }

  /** @returns {Promise<string>} the key of the app */
  async addApp(password, codeOf) {
    await this.#page.goto(`${this.#issuer}/account/app`);
    const key = await this.#page.locator('code.key').innerText();
    await this.#page.getByLabel('Code', { exact: true }).fill(codeOf(key));
    await this.#page.getByLabel('Current password').fill(password);
    await this.#press('Add the app');
    await this.#sees('Your account');
    return key;
  }

  async codesLeft() {
    return this.#page.getByText(/^Recovery codes left/).innerText();
  }

  async removeFactor(name, password) {
    const form = this.#page.locator('form', {
      has: this.#page.getByRole('button', { name: `Remove ${name}`, exact: true }),
    });
    await form.getByLabel('Current password').fill(password);
    await this.#press(`Remove ${name}`);
    await this.#page.getByRole('button', { name: `Remove ${name}` }).waitFor({ state: 'detached' });
  }

  async sessions() {
    await this.#goHome();
    return this.#sessions().count();
  }

  async endOtherSessions() {
    const others = this.#sessions().filter({ hasNotText: '(this browser)' });
    for (let left = await others.count(); left > 0; left -= 1) {
      await others.first().getByRole('button', { name: 'Sign out', exact: true }).click();
      await others.nth(left - 1).waitFor({ state: 'detached' });
    }
  }

  #sessions() {
    const form = this.#page.locator('form[action="/account/sessions/end"]');
    return this.#page.getByRole('listitem').filter({ has: form });
  }

  async withdraw() {
    const button = this.#page.getByRole('button', { name: /^Withdraw / }).first();
    await button.click();
    await this.#page.getByRole('button', { name: /^Withdraw / }).waitFor({ state: 'detached' });
  }

  async askForReset(name) {
    await this.#page.goto(`${this.#issuer}/account/forgot`);
    await this.#page.getByLabel('User name or e-mail address').fill(name);
    await this.#press('Send the link');
    await this.#sees('Look into your mail');
  }

  async resetBy(link, password) {
    await this.#page.goto(link);
    await this.#page.getByLabel('New password').fill(password);
    await this.#press('Set the password');
    await this.#sees('Password changed');
  }

  /** The heading of the page that `/account` leads to. */
  async whereAmI() {
    await this.#goHome();
    return `"${await this.#page.getByRole('heading').first().innerText()}"`;
  }

  async #goHome() {
    await this.#page.goto(`${this.#issuer}/account`);
  }

  #press(name) {
    return this.#page.getByRole('button', { name, exact: true }).click();
  }

  #sees(heading) {
    return this.#page.getByRole('heading', { name: heading, exact: true }).waitFor();
  }
}
