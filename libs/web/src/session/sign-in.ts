import { InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';

export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out'; readonly problem?: string }
  | { readonly kind: 'signed-in'; readonly name: string; readonly scopes: readonly string[] };

export interface SignInOptions {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** A public client whose redirect URIs are `page` and `page` + `/renewed.html`, at this origin. */
  readonly clientId: string;
  readonly scope: string;
  /** Path of the page, such as `/api/notifications/inbox`. */
  readonly page: string;
}

/**
 * Sign-in by auth-server: code with PKCE (RFC 7636) as a public client. Tokens are in memory only, so
 * a page that is loaded anew asks the server again, in a hidden frame and without a question
 * (`prompt=none`, OpenID Connect Core 1.0 section 3.1.2.1); so is every token that runs out.
 */
export class SignIn {
  #session: Session = { kind: 'unknown' };
  readonly #listeners = new Set<() => void>();
  readonly #users: UserManager;
  readonly #page: string;
  /** Other tabs of the same pages hear at once that somebody has signed out. */
  readonly #tabs = new BroadcastChannel('sextant-session');
  /** Somebody has signed out: an answer that was under way, or a session that the server has not ended yet, counts no more. */
  #isOver = false;

  constructor(options: SignInOptions) {
    this.#page = options.page;
    this.#users = userManager(options);
    this.#users.events.addUserLoaded((user) => void this.#enter(user));
    this.#users.events.addSilentRenewError(() => void this.#leave());
    this.#tabs.onmessage = () => void this.#end();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly session = (): Session => this.#session;

  #started: Promise<void> | undefined;

  /**
   * Ends a sign-in that the server has just sent back here, else looks whether somebody is signed in;
   * once, however often it is called: a code is good for one use.
   */
  readonly start = (): Promise<void> => (this.#started ??= this.#start());

  async #start(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const isBack = query.has('state') && (query.has('code') || query.has('error'));
    try {
      if (isBack) {
        await this.#users.signinRedirectCallback();
        history.replaceState(null, '', this.#page);
      } else await this.#users.signinSilent();
    } catch (error) {
      if (isBack) history.replaceState(null, '', this.#page);
      // Nobody is signed in: that is no problem, but what ended a sign-in is.
      this.#set({
        kind: 'signed-out',
        ...(isBack && error instanceof Error ? { problem: error.message } : {}),
      });
    }
  }

  /** Leaves the page for the server's own one. */
  async signIn(): Promise<void> {
    try {
      this.#isOver = false;
      await this.#users.signinRedirect();
    } catch (error) {
      this.#set({ kind: 'signed-out', problem: error instanceof Error ? error.message : '' });
    }
  }

  /** Signs out here, in other tabs and at the server (RP-Initiated Logout 1.0), which sends back here. */
  async signOut(): Promise<void> {
    const user = await this.#users.getUser();
    this.#tabs.postMessage('signed-out');
    await this.#end();
    await this.#users.signoutRedirect(
      user?.id_token === undefined ? {} : { id_token_hint: user.id_token },
    );
  }

  readonly token = async (): Promise<string | undefined> => {
    const user = await this.#users.getUser();
    if (user === null || this.#isOver) return undefined;
    if (user.expired === true && !(await this.renew())) return undefined;
    return (await this.#users.getUser())?.access_token;
  };

  #renewing: Promise<boolean> | undefined;

  /** Asks for a new token: once, for all who ask at the same time. */
  readonly renew = async (): Promise<boolean> => !this.#isOver && (await this.#renew());

  readonly #renew = (): Promise<boolean> =>
    (this.#renewing ??= this.#users
      .signinSilent()
      .then((user) => user !== null && !this.#isOver)
      .catch(() => this.#leave().then(() => false))
      .finally(() => {
        this.#renewing = undefined;
      }));

  async #enter({ profile, scopes }: User): Promise<void> {
    if (this.#isOver) {
      await this.#leave();
      return;
    }
    const name = profile.name ?? profile.preferred_username ?? '';
    this.#set({ kind: 'signed-in', name, scopes });
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    await this.#leave();
  }

  async #leave(): Promise<void> {
    await this.#users.removeUser();
    this.#set({ kind: 'signed-out' });
  }

  #set(session: Session): void {
    this.#session = session;
    for (const listener of this.#listeners) listener();
  }
}

/** Waiting longer than this for a frame that nobody answers in would keep people from the button. */
const SILENT_SECONDS = 8;

function userManager({ issuer, clientId, scope, page }: SignInOptions): UserManager {
  const address = location.origin + page;
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    scope,
    redirect_uri: address,
    silent_redirect_uri: `${address}/renewed.html`,
    post_logout_redirect_uri: address,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    silentRequestTimeoutInSeconds: SILENT_SECONDS,
    automaticSilentRenew: true,
    loadUserInfo: true,
  });
}
