import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Users, type User } from '../users/user.js';
import { Directories } from './directory.js';
import { DirectorySignIn } from './directory-sign-in.js';

/** A directory is asked for one person at most this often: each token and each page comes by here. */
const KEPT_MS = 30_000;
const MOST = 10_000;

/** Whether accounts that a directory keeps still stand there: asked before anything is given out for them. */
@Injectable()
export class Standing {
  readonly #known = new LRUCache<string, Promise<boolean>>({ max: MOST, ttl: KEPT_MS });

  constructor(
    private readonly directories: Directories,
    private readonly signIn: DirectorySignIn,
    private readonly users: Users,
  ) {}

  /**
   * @returns the account as the directory wants it to be now; nobody whom it does not let in any more
   * @throws {DirectoryUnavailable} while it cannot be said
   */
  async of(user: User): Promise<User | undefined> {
    if (this.directories.all.length === 0) return user;
    return (await this.#stands(user)) ? this.users.find(user.id) : undefined;
  }

  #stands(user: User): Promise<boolean> {
    // Whoever signs in anew has just been found there.
    const key = `${user.id} ${user.generation}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = this.signIn.stands(user);
    this.#known.set(key, asked);
    // What could not be said is asked again at once.
    asked.catch(() => this.#known.delete(key));
    return asked;
  }
}
