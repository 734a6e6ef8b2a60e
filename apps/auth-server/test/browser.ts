import { createHash, randomBytes } from 'node:crypto';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** An answer, with its body read. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it leads, when it does. */
  readonly location: string | undefined;
}

export type Fields = Readonly<Record<string, string>>;

/** What a browser does with cookies, forms and redirects, and nothing more. */
export class Browser {
  #cookies: Cookie[] = [];

  constructor(readonly origin: string) {}

  get(address: string, headers: Fields = {}): Promise<Visit> {
    return this.#send(address, { headers });
  }

  post(address: string, fields: Fields, headers: Fields = {}): Promise<Visit> {
    return this.#send(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Submits the first form of a page with its hidden fields and those given. */
  submit(page: Visit, fields: Fields, headers: Fields = {}): Promise<Visit> {
    return this.post(actionOf(page), { ...hiddenFields(page.text), ...fields }, headers);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((cookie) => cookie.name === name)?.value;
  }

  /** The cookies that it would send to an address. */
  cookieHeader(address: string): string {
    const { pathname } = new URL(address, this.origin);
    return this.#cookies
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  async #send(address: string, init: RequestInit & { headers: Fields }): Promise<Visit> {
    const url = new URL(address, this.origin);
    const cookie = this.cookieHeader(address);
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: Object.assign(
        { accept: 'text/html' },
        cookie === '' ? {} : { cookie },
        init.headers,
      ),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location') ?? undefined,
    };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(name.length + 1);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    this.#cookies = this.#cookies.filter((one) => one.name !== name || one.path !== path);
    const isGone = attributes.some((one) => /^expires=Thu, 01 Jan 1970/i.test(one));
    if (!isGone && value !== '') this.#cookies.push({ name, value, path });
  }
}

export function actionOf(page: Visit): string {
  const [, action] = /<form[^>]*action="([^"]+)"/.exec(page.text) ?? [];
  if (action === undefined) throw new Error(`There is no form: ${page.status} ${page.text}`);
  return action.replaceAll('&amp;', '&');
}

export function hiddenFields(text: string): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

/** RFC 7636, sections 4.1 and 4.2. */
export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
