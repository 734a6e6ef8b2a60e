import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import passport, { type Strategy } from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { Strategy as LocalStrategy } from 'passport-local';
import type { Access, AccessTokens } from '../domain/access-tokens.js';
import type { Door, SignIn } from '../domain/sign-in.js';
import type { User } from '../domain/user.js';

const { Passport } = passport;

/**
 * The doors that take user name and password (the form, `/auth/token`, `/admin/auth`), as one
 * Passport strategy.
 */
export class PasswordDoor {
  readonly #passport = new Passport();
  readonly #doors = new WeakMap<object, Door>();

  constructor(signIn: SignIn) {
    const strategy = new LocalStrategy(
      { passReqToCallback: true, session: false },
      (request, username, password, done) => {
        const door = this.#doors.get(request);
        if (door === undefined) {
          done(new Error('A password came without a door.'));
          return;
        }
        signIn
          .authenticate(username, password, door)
          .then((user) => done(null, user ?? false), done);
      },
    );
    this.#passport.use('password', strategy as unknown as Strategy);
  }

  /** `undefined` for every reason not to let somebody in. */
  enter(
    request: IncomingMessage,
    credentials: { readonly username: string; readonly password: string },
    door: Door,
  ): Promise<User | undefined> {
    // Only what the strategy reads: the door decides which fields are user name and password.
    const shown = { headers: request.headers, body: credentials, query: {} };
    this.#doors.set(shown, door);
    return authenticate<User>(this.#passport, 'password', shown);
  }
}

/** The doors that take an access token, as a Passport strategy. */
export class BearerDoor {
  readonly #passport = new Passport();

  constructor(tokens: AccessTokens) {
    const strategy = new BearerStrategy((token, done) => {
      tokens.find(token).then((access) => done(null, access ?? false), done);
    });
    this.#passport.use('bearer', strategy as unknown as Strategy);
  }

  /** The header only: a token in an address ends up in logs (RFC 6750 section 5.3). */
  enter({ headers: { authorization } }: Request): Promise<Access | undefined> {
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
