import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InMemoryWebStorage, User, UserManager } from 'oidc-client-ts';
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

describe('a page whose person signs out in another tab', () => {
  const world = globalThis as unknown as Record<string, unknown>;
  const before = ['BroadcastChannel', 'location', 'sessionStorage', 'window'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(world, name)] as const,
  );
  let answer: () => void;
  let asked: jest.SpiedFunction<UserManager['signinSilent']>;

  beforeEach(() => {
    Tabs.all = [];
    const set = (name: string, value: unknown) =>
      Object.defineProperty(world, name, { value, configurable: true, writable: true });
    set('BroadcastChannel', Tabs);
    set('location', { origin: ORIGIN, search: '' });
    set('sessionStorage', new InMemoryWebStorage());
    set('window', world);
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

  afterEach(() => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(world, name);
      else Object.defineProperty(world, name, descriptor);
    }
    jest.restoreAllMocks();
  });

  const signIn = () =>
    new SignIn({ issuer: ORIGIN, clientId: 'pages', scope: 'openid', page: '/page' });
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

    expect(page.session()).toEqual({ kind: 'signed-in', name: 'Ada', scopes: [] });
    expect(await page.token()).toBe('token-of-ada');
    await signOutElsewhere();
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
