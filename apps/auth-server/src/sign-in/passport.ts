import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import passport, { type Strategy } from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { Strategy as LocalStrategy } from 'passport-local';
import { type Access, AccessTokens } from './access-tokens.js';
import { type Credentials, type SignedIn, SignIn } from './sign-in.js';
import type { Door } from './door.js';
import type { User } from '../users/user.js';

const { Passport } = passport;

interface Visit {
  readonly door: Door;
  readonly otp?: string | undefined;
}

/**
 * The doors that take user name and password (the form, `/auth/token`, `/admin/auth`), as Passport
 * strategies: one for doors that ask for everything at once, one for the first step of the form.
 */
@Injectable()
export class PasswordAuthentication {
  readonly #passport = new Passport();
  readonly #visits = new WeakMap<object, Visit>();

  constructor(signIn: SignIn) {
    this.#use('whole', (username, password, { door, otp }) =>
      signIn.authenticate({ username, password, otp }, door),
    );
    this.#use('first-step', (username, password, { door }) =>
      signIn.checkPassword(username, password, door),
    );
  }

  /** `undefined` for every reason not to let somebody in. */
  enter(
    request: IncomingMessage,
    { otp, ...credentials }: Credentials,
    door: Door,
  ): Promise<SignedIn | undefined> {
    return this.#visit<SignedIn>('whole', { request, credentials }, { door, otp });
  }

  /** Only name and password: the caller asks for what else is needed. */
  check(
    request: IncomingMessage,
    credentials: { readonly username: string; readonly password: string },
    door: Door,
  ): Promise<User | undefined> {
    return this.#visit<User>('first-step', { request, credentials }, { door });
  }

  #visit<T>(
    strategy: string,
    { request, credentials }: { readonly request: IncomingMessage; readonly credentials: object },
    visit: Visit,
  ): Promise<T | undefined> {
    // Only what the strategy reads: the door decides which fields are user name and password.
    const shown = { headers: request.headers, body: credentials, query: {} };
    this.#visits.set(shown, visit);
    return authenticate<T>(this.#passport, strategy, shown);
  }

  #use(
    name: string,
    check: (username: string, password: string, visit: Visit) => Promise<object | undefined>,
  ): void {
    const strategy = new LocalStrategy(
      { passReqToCallback: true, session: false },
      (request, username, password, done) => {
        const visit = this.#visits.get(request);
        if (visit === undefined) {
          done(new Error('A password came without a door.'));
          return;
        }
        check(username, password, visit).then((found) => done(null, found ?? false), done);
      },
    );
    this.#passport.use(name, strategy as unknown as Strategy);
  }
}

/** The doors that take an access token, as a Passport strategy. */
@Injectable()
export class BearerAuthentication {
  readonly #passport = new Passport();

  constructor(tokens: AccessTokens) {
    const strategy = new BearerStrategy((token, done) => {
      tokens.find(token).then((access) => done(null, access ?? false), done);
    });
    this.#passport.use('bearer', strategy as unknown as Strategy);
  }

  /** The header only: a token in an address ends up in logs (RFC 6750 section 5.3). */
  enter({ headers: { authorization } }: IncomingMessage): Promise<Access | undefined> {
    const shown = { headers: { authorization }, body: {}, query: {} };
    return authenticate<Access>(this.#passport, 'bearer', shown);
  }
}

type Middleware = (request: object, response: object, next: (error: unknown) => void) => void;

/** Passport tells by callback; whatever it reports as an error is thrown as it came. */
async function authenticate<T>(
  doors: InstanceType<typeof Passport>,
  strategy: string,
  request: object,
): Promise<T | undefined> {
  const { error, found } = await new Promise<{ error?: unknown; found?: unknown }>((resolve) => {
    const done = (failure: unknown, user: unknown): void => {
      resolve(failure === null || failure === undefined ? { found: user } : { error: failure });
    };
    const middleware = doors.authenticate(strategy, { session: false }, done) as Middleware;
    middleware(request, {}, (failure) => resolve({ error: failure }));
  });
  if (error !== undefined) throw error as Error;
  return found === false || found === undefined ? undefined : (found as T);
}
