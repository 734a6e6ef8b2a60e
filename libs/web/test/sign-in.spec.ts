import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  ErrorResponse,
  InMemoryWebStorage,
  MetadataService,
  User,
  UserManager,
} from 'oidc-client-ts';
import { rolesIn } from '../src/session/roles.js';
import { SignIn } from '../src/session/sign-in.js';

const ORIGIN = 'http://sextant.example';

/** Other tabs of the browser: what they say reaches all. */
class Tabs {
  static all: Tabs[] = [];
  onmessage: ((event: unknown) => void) | undefined;

  constructor() {
    Tabs.all.push(this);
  }

  postMessage(data: unknown): void {
    for (const tab of Tabs.all) if (tab !== this) tab.onmessage?.({ data });
  }
}

const ada = () =>
  new User({
    access_token: 'token-of-ada',
    token_type: 'Bearer',
    expires_at: Date.now() / 1000 + 3600,
    profile: { sub: 'ada', name: 'Ada', iss: ORIGIN, aud: 'pages', exp: 0, iat: 0 },
  });

const world = globalThis as unknown as Record<string, unknown>;
const NAMES = [
  ...['BroadcastChannel', 'location', 'sessionStorage', 'window', 'history', 'dispatchEvent'],
];
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(world, name)] as const);
const set = (name: string, value: unknown) =>
  Object.defineProperty(world, name, { value, configurable: true, writable: true });
/** Addresses that the page has put in the place of that at which it was opened. */
let replaced: string[];

beforeEach(() => {
  Tabs.all = [];
  replaced = [];
  set('BroadcastChannel', Tabs);
  set('location', { origin: ORIGIN, pathname: '/page', search: '', hash: '' });
  set('sessionStorage', new InMemoryWebStorage());
  set('window', world);
  set('history', { replaceState: (_s: unknown, _t: string, at: string) => replaced.push(at) });
  set('dispatchEvent', () => true);
  // Nobody is there to be asked.
  jest.spyOn(MetadataService.prototype, 'getMetadata').mockResolvedValue({ issuer: ORIGIN });
});

afterEach(async () => {
  // Who is signed in has a clock that runs.
  new Tabs().postMessage('signed-out');
  await setImmediate();
  for (const [name, descriptor] of before) {
    if (descriptor === undefined) Reflect.deleteProperty(world, name);
    else Object.defineProperty(world, name, descriptor);
  }
  jest.restoreAllMocks();
});

const signIn = (issuer = ORIGIN) =>
  new SignIn({ issuer, clientId: 'pages', scope: 'openid', page: '/page' });

describe('a page whose person signs out in another tab', () => {
  let answer: () => void;
  let asked: jest.SpiedFunction<UserManager['signinSilent']>;

  beforeEach(() => {
    // The server's answer, when the test lets it come; the manager keeps and tells of it so.
    asked = jest.spyOn(UserManager.prototype, 'signinSilent').mockImplementation(async function (
      this: UserManager,
    ) {
      await new Promise<void>((resolve) => (answer = resolve));
      await this.storeUser(ada());
      await this.events.load(ada());
      return ada();
    });
  });

  const signedIn = async () => {
    const page = signIn();
    const started = page.start();
    answer();
    await started;
    return page;
  };
  const signOutElsewhere = async () => {
    new Tabs().postMessage('signed-out');
    await setImmediate();
  };

  it('is signed in before', async () => {
    const page = await signedIn();

    expect(page.session()).toEqual({ kind: 'signed-in', name: 'Ada', scopes: [], roles: [] });
    expect(await page.token()).toBe('token-of-ada');
    await signOutElsewhere();
  });

  it('has a token that lives for as long as a connection needs, renewed where it does not', async () => {
    const page = await signedIn();
    const before = asked.mock.calls.length;
    const enough = await page.lastingToken(3000);
    expect(asked.mock.calls.length).toBe(before);
    const renewed = page.lastingToken(4000);
    await setImmediate();
    answer();

    expect(enough?.token).toBe('token-of-ada');
    expect(enough?.seconds).toBeGreaterThan(3500);
    expect((await renewed)?.token).toBe('token-of-ada');
    expect(asked.mock.calls.length).toBe(before + 1);
    await signOutElsewhere();
    expect(await page.lastingToken(60)).toBeUndefined();
  });

  it.each([
    ['stays signed in while the issuer cannot be reached', new TypeError('Failed to fetch'), true],
    ['is signed out where it refuses', new ErrorResponse({ error: 'login_required' }), false],
  ])('%s, although a token cannot be renewed', async (_name, refusal, isKept) => {
    const page = await signedIn();
    asked.mockRejectedValueOnce(refusal);

    const lasting = await page.lastingToken(9000);

    expect(page.session().kind).toBe(isKept ? 'signed-in' : 'signed-out');
    expect(lasting?.token).toBe(isKept ? 'token-of-ada' : undefined);
  });

  it('is signed out where the issuer cannot be reached before the token has run out', async () => {
    const page = await signedIn();
    asked.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    jest.spyOn(User.prototype, 'expired', 'get').mockReturnValue(true);

    expect(await page.renew()).toBe(false);
    expect(page.session()).toEqual({ kind: 'signed-out' });
  });

  it('takes no token any more that it had asked for before', async () => {
    const page = await signedIn();
    const renewed = page.renew();
    await signOutElsewhere();

    answer();
    await renewed;

    expect(page.session()).toEqual({ kind: 'signed-out' });
    expect(await page.token()).toBeUndefined();
  });

  it('asks for none, as long as the server has not ended its session', async () => {
    const page = await signedIn();
    await signOutElsewhere();
    const before = asked.mock.calls.length;

    const renewed = page.renew();
    answer();

    expect(await renewed).toBe(false);
    expect(asked.mock.calls.length).toBe(before);
    expect(page.session()).toEqual({ kind: 'signed-out' });
  });

  it('is not signed in by the answer to its first question', async () => {
    const page = signIn();
    const started = page.start();
    await signOutElsewhere();

    answer();
    await started;

    expect(page.session()).toEqual({ kind: 'signed-out' });
  });
});

describe('a page on which nobody is signed in yet', () => {
  const nobody = () => new ErrorResponse({ error: 'login_required' });
  let looked: jest.SpiedFunction<UserManager['signinSilent']>;
  let left: jest.SpiedFunction<UserManager['signinRedirect']>;

  beforeEach(() => {
    looked = jest.spyOn(UserManager.prototype, 'signinSilent').mockRejectedValue(nobody());
    left = jest.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue();
  });

  it('looks in a hidden frame and stays, where the issuer is at the same place', async () => {
    const page = signIn();
    await page.start();

    expect(page.session()).toEqual({ kind: 'signed-out' });
    expect(left).not.toHaveBeenCalled();
  });

  it('takes the whole page along where the issuer is elsewhere, once', async () => {
    await signIn('http://id.example').start();
    const again = signIn('http://id.example');
    await again.start();

    expect(left.mock.calls).toEqual([[{ prompt: 'none', state: { at: '/page', isLook: true } }]]);
    expect(again.session()).toEqual({ kind: 'signed-out' });
  });

  it('looks again when somebody has signed in on another tab', async () => {
    const page = signIn();
    await page.start();
    looked.mockImplementation(async function (this: UserManager) {
      await this.storeUser(ada());
      await this.events.load(ada());
      return ada();
    });

    new Tabs().postMessage('signed-in');
    await setImmediate();

    expect(page.session()).toMatchObject({ kind: 'signed-in', name: 'Ada' });
  });

  it('goes where somebody wants to sign in, whatever a look in another tab finds meanwhile', async () => {
    const page = signIn('http://id.example');
    sessionStorage.setItem('sextant.looked.pages', 'yes');
    await page.start();
    sessionStorage.removeItem('sextant.looked.pages');
    let answer = (): void => undefined;
    looked.mockImplementation(
      () => new Promise((_resolve, reject) => (answer = () => reject(nobody()))),
    );
    new Tabs().postMessage('signed-in');

    await page.signIn();
    answer();
    await setImmediate();

    expect(left.mock.calls).toEqual([[{ state: { at: '/page', isLook: false } }]]);
  });

  it('sends the view along that was opened', async () => {
    set('location', { origin: ORIGIN, pathname: '/page/view', search: '?q=1', hash: '#x' });
    const page = signIn();
    await page.start();

    await page.signIn();

    expect(left.mock.calls).toEqual([[{ state: { at: '/page/view?q=1#x', isLook: false } }]]);
  });
});

describe('a page to which the issuer has sent somebody back', () => {
  beforeEach(() => {
    set('location', { origin: ORIGIN, pathname: '/page', search: '?state=s&code=c', hash: '' });
  });
  const sentBack = (state: unknown) => {
    const answer = Object.assign(ada(), { state });
    return jest.spyOn(UserManager.prototype, 'signinRedirectCallback').mockResolvedValue(answer);
  };

  it('shows the view that was opened', async () => {
    sentBack({ at: '/page/view?q=1' });

    await signIn().start();

    expect(replaced).toEqual(['/page/view?q=1']);
  });

  it('shows itself where the view would be none of its own', async () => {
    sentBack({ at: '//evil.example/page' });

    await signIn().start();

    expect(replaced).toEqual(['/page']);
  });

  it.each([
    ['takes "nobody" for no problem when nobody was asked', true, { kind: 'signed-out' }],
    ['says why a sign-in has failed', false, { kind: 'signed-out', problem: 'login_required' }],
  ])('%s', async (_name, isLook, expected) => {
    const userState = { at: '/page', isLook };
    jest
      .spyOn(UserManager.prototype, 'signinRedirectCallback')
      .mockRejectedValue(new ErrorResponse({ error: 'login_required', userState }));
    const page = signIn();

    await page.start();

    expect(page.session()).toEqual(expected);
  });
});

describe('roles of an access token', () => {
  const tokenWith = (payload: object) =>
    `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;

  it('are those that it names', () => {
    expect(rolesIn(tokenWith({ userName: 'Zoë', roles: ['admin', 7] }))).toEqual(['admin']);
  });

  it.each(['', 'opaque', 'a.b.c', tokenWith({})])('are none of %p', (token) => {
    expect(rolesIn(token)).toEqual([]);
  });
});
