import {
  ErrorResponse,
  InMemoryWebStorage,
  UserManager,
  WebStorageStateStore,
  type OidcMetadata,
  type User,
} from 'oidc-client-ts';
import { pageSettings } from '../page-settings.js';
import { goTo, partsBelow } from '../views/address.js';
import { rolesIn } from './roles.js';
import { TopLevelLook } from './top-level-look.js';

export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-out'; readonly problem?: string }
  | {
      readonly kind: 'signed-in';
      readonly name: string;
      readonly scopes: readonly string[];
      readonly roles: readonly string[];
    };

/** An access token and the seconds that it lives for. */
export interface LastingToken {
  readonly token: string;
  readonly seconds: number;
}

export interface SignInOptions {
  /** Issuer of the tokens. */
  readonly issuer: string;
  /** A public client whose redirect URIs are those of `page` and `renewed`, at this origin. */
  readonly clientId: string;
  readonly scope: string;
  /** Path of the page, such as `/inbox`. */
  readonly page: string;
  /** Path of the document for the hidden frame; `renewed.html` below the page if absent. */
  readonly renewed?: string;
  /** What the issuer says of itself; it is asked if absent. */
  readonly metadata?: Partial<OidcMetadata>;
}

/** The sign-in of a page, at the issuer that its service has named. */
export function pageSignIn({
  scope,
  page,
  renewed,
}: Pick<SignInOptions, 'scope' | 'renewed'> & Partial<Pick<SignInOptions, 'page'>>): SignIn {
  const { issuer, clientId, path, metadata } = pageSettings();
  return new SignIn({
    ...{ issuer, clientId, scope, page: page ?? path },
    ...(renewed === undefined ? {} : { renewed }),
    ...(metadata === undefined ? {} : { metadata }),
  });
}

/** What comes back with the answer of the issuer. */
interface Way {
  /** The view that somebody had opened. */
  readonly at: string;
  /** Nobody was to be asked anything: that nobody is signed in is no problem then. */
  readonly isLook?: boolean;
}

/**
 * Sign-in by auth-server: code with PKCE (RFC 7636) as a public client. Tokens are in memory only, so
 * a page that is loaded anew asks the server again, in a hidden frame and without a question
 * (`prompt=none`, OpenID Connect Core 1.0 section 3.1.2.1); so is every token that runs out. That the session at the server has
 * ended, wherever that was done, its frame tells within half a second (OpenID Connect Session Management 1.0).
 */
export class SignIn {
  /** Path of the page; its views are below. */
  readonly page: string;
  #session: Session = { kind: 'unknown' };
  readonly #listeners = new Set<() => void>();
  readonly #users: UserManager;
  readonly #topLevel: TopLevelLook;
  /** Other tabs of the same pages hear at once that somebody has signed in or out. */
  readonly #tabs = new BroadcastChannel('sextant-session');
  /** Somebody has signed out: an answer that was under way, or a session that the server has not ended yet, counts no more. */
  #isOver = false;
  /** Somebody wants to sign in: a look that ends meanwhile must not lead the page elsewhere. */
  #isLeaving = false;

  constructor(options: SignInOptions) {
    this.page = options.page;
    this.#topLevel = new TopLevelLook(options.issuer, options.clientId);
    this.#users = userManager(options);
    this.#users.events.addUserLoaded((user) => void this.#enter(user));
    this.#users.events.addSilentRenewError((error) => void this.#stay(error));
    this.#users.events.addUserSignedOut(() => void this.#end());
    this.#tabs.onmessage = ({ data }) => void this.#hear(data);
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

  #start(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const isBack = query.has('state') && (query.has('code') || query.has('error'));
    return isBack ? this.#comeBack() : this.#look();
  }

  /** The view that was opened is there again, whatever the answer is. */
  async #comeBack(): Promise<void> {
    try {
      const { state } = await this.#users.signinRedirectCallback();
      this.#showAgain(state);
      this.#tabs.postMessage('signed-in');
    } catch (error) {
      const way = error instanceof ErrorResponse ? (error.state as Way | undefined) : undefined;
      this.#showAgain(way);
      const isProblem = way?.isLook !== true && error instanceof Error;
      this.#set({ kind: 'signed-out', ...(isProblem ? { problem: error.message } : {}) });
    }
  }

  #showAgain(way: unknown): void {
    const { at = this.page } = (way ?? {}) as Partial<Way>;
    const { origin, pathname } = new URL(at, location.origin);
    const isOurs = origin === location.origin && partsBelow(this.page, pathname) !== undefined;
    goTo(isOurs ? at : this.page, { isReplaced: true });
  }

  /** Whether somebody is signed in, without a question to anybody. */
  async #look(): Promise<void> {
    try {
      await this.#users.signinSilent();
    } catch {
      // Nobody is signed in, or the browser did not show the frame its cookies.
      if (this.#isLeaving) return;
      if (!this.#isOver && this.#topLevel.take()) await this.#leaveFor({ isLook: true });
      else this.#set({ kind: 'signed-out' });
    }
  }

  /** Leaves the page for the server's own one. */
  async signIn(): Promise<void> {
    this.#isOver = false;
    this.#isLeaving = true;
    await this.#leaveFor({ isLook: false });
  }

  async #leaveFor({ isLook }: { readonly isLook: boolean }): Promise<void> {
    const { pathname, search, hash } = location;
    const way: Way = { at: pathname + search + hash, isLook };
    try {
      await this.#users.signinRedirect({ state: way, ...(isLook ? { prompt: 'none' } : {}) });
    } catch (error) {
      this.#isLeaving = false;
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

  async #hear(news: unknown): Promise<void> {
    if (news === 'signed-out') await this.#end();
    if (news !== 'signed-in' || this.#session.kind !== 'signed-out') return;
    this.#isOver = false;
    await this.#look();
  }

  readonly token = async (): Promise<string | undefined> => {
    const user = await this.#users.getUser();
    if (user === null || this.#isOver) return undefined;
    if (user.expired === true && !(await this.renew())) return undefined;
    return (await this.#users.getUser())?.access_token;
  };

  /**
   * A token for a connection that stays open: it is renewed first where it lives for less than this.
   *
   * @returns nothing where nobody is signed in
   */
  readonly lastingToken = async (leastSeconds: number): Promise<LastingToken | undefined> => {
    const { expires_in: seconds = 0 } = (await this.#users.getUser()) ?? {};
    if (seconds < leastSeconds) await this.renew();
    const token = await this.token();
    const user = await this.#users.getUser();
    return token === undefined ? undefined : { token, seconds: user?.expires_in ?? 0 };
  };

  #renewing: Promise<boolean> | undefined;

  /** Asks for a new token: once, for all who ask at the same time. */
  readonly renew = async (): Promise<boolean> => !this.#isOver && (await this.#renew());

  readonly #renew = (): Promise<boolean> =>
    (this.#renewing ??= this.#users
      .signinSilent()
      .then((user) => user !== null && !this.#isOver)
      .catch((error: unknown) => this.#stay(error).then(() => false))
      .finally(() => {
        this.#renewing = undefined;
      }));

  async #enter({ profile, scopes, access_token: token }: User): Promise<void> {
    if (this.#isOver) {
      await this.#leave();
      return;
    }
    this.#topLevel.allow();
    const name = profile.name ?? profile.preferred_username ?? '';
    this.#set({ kind: 'signed-in', name, scopes, roles: rolesIn(token) });
  }

  /** Without a new token: whoever is offline for a moment, and not refused, is signed in as long as the old one lives. */
  async #stay(error: unknown): Promise<void> {
    const user = await this.#users.getUser();
    if (error instanceof ErrorResponse || user?.expired !== false) await this.#leave();
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
/** How often the issuer's frame is asked: it reads a cookie, and asks nobody. */
const SESSION_SECONDS = 0.5;

function userManager({
  issuer,
  clientId,
  scope,
  page,
  renewed = `${page}/renewed.html`,
  metadata,
}: SignInOptions): UserManager {
  const address = location.origin + page;
  return new UserManager({
    authority: issuer,
    client_id: clientId,
    scope,
    redirect_uri: address,
    silent_redirect_uri: location.origin + renewed,
    post_logout_redirect_uri: address,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    silentRequestTimeoutInSeconds: SILENT_SECONDS,
    automaticSilentRenew: true,
    loadUserInfo: true,
    monitorSession: true,
    checkSessionIntervalInSeconds: SESSION_SECONDS,
    ...(metadata === undefined ? {} : { metadata }),
  });
}
