/** The cookies, forms and redirects of a browser, without its window. */
export class DemoBrowser {
  #cookies = new Map();

  /** @param {string} url */
  get(url) {
    return this.#send(url, {});
  }

  /** Submits the form of a page with the fields given. */
  submit(page, fields) {
    const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page.text) ?? [];
    return this.#send(new URL(action.replaceAll('&amp;', '&'), page.url).href, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
  }

  async #send(url, init) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      this.#cookies.set(name, pair.slice(name.length + 1));
    }
    return {
      url,
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    };
  }
}
