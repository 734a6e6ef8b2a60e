import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import pLimit from 'p-limit';
import { Changes } from '../database/changes.js';
import { Identity } from '../http/identity.js';
import { OpenidUpstream } from './openid-upstream.js';
import { UpstreamEntries } from './upstream-entries.js';
import { readUpstreams, type UpstreamEntry } from './upstream-file.js';
import { UpstreamSettings } from './upstream.settings.js';
import type { UpstreamProviders } from './upstreams.js';

/** The providers of the file that `UPSTREAMS_FILE` names, then those of the database; the file decides where both have one. */
@Injectable()
export class OpenidUpstreams implements UpstreamProviders, OnApplicationBootstrap {
  readonly #ofFile: readonly OpenidUpstream[];
  /** As long as nothing about one changes it is kept, with the keys that it has fetched. */
  #stored: readonly { readonly entry: UpstreamEntry; readonly upstream: OpenidUpstream }[] = [];

  /** One after the other: what an earlier question is answered late must not take the place of a later answer. */
  readonly #turns = pLimit(1);

  constructor(
    { upstreamsFile: file }: UpstreamSettings,
    private readonly identity: Identity,
    private readonly entries: UpstreamEntries,
    private readonly logger: Logger,
    changes: Changes,
  ) {
    const ofFile = file === undefined ? [] : readUpstreams(file);
    this.#ofFile = ofFile.map((entry) => new OpenidUpstream(entry, identity.issuer));
    changes.on('upstreams', () => this.#loadLogged());
  }

  get all(): readonly OpenidUpstream[] {
    const ids = new Set(this.#ofFile.map(({ id }) => id));
    const others = this.#stored.map(({ upstream }) => upstream).filter(({ id }) => !ids.has(id));
    return [...this.#ofFile, ...others];
  }

  onApplicationBootstrap(): Promise<void> {
    return this.#load();
  }

  /** A failure is logged: those that are known stay until the next change, or the next connection. */
  async #loadLogged(): Promise<void> {
    await this.#load().catch((err: unknown) => this.logger.warn('upstreams.not_loaded', { err }));
  }

  #load(): Promise<void> {
    return this.#turns(() => this.#read());
  }

  async #read(): Promise<void> {
    const before = this.#stored;
    const entries = await this.entries.list();
    this.#stored = entries.map((entry) => {
      const same = before.find((one) => isDeepStrictEqual(one.entry, entry));
      return same ?? { entry, upstream: new OpenidUpstream(entry, this.identity.issuer) };
    });
  }
}
