import { isDeepStrictEqual } from 'node:util';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { forSetting } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import pLimit from 'p-limit';
import { Changes } from '../database/changes.js';
import { Identity } from '../http/identity.js';
import { OpenidUpstream } from './openid-upstream.js';
import { SamlThreads } from './saml/saml-threads.js';
import { SamlUpstream } from './saml/saml-upstream.js';
import { UpstreamEntries } from './upstream-entries.js';
import { readUpstreams, type UpstreamEntry } from './upstream-file.js';
import { UpstreamSettings } from './upstream.settings.js';
import type { Upstream, UpstreamProviders } from './upstreams.js';

/** The providers of the file that `UPSTREAMS_FILE` names, then those of the database; the file decides where both have one. */
@Injectable()
export class ConfiguredUpstreams
  implements UpstreamProviders, OnApplicationBootstrap, OnApplicationShutdown
{
  readonly #ofFile: readonly Upstream[];
  readonly #threads = new SamlThreads();
  /** As long as nothing about one changes it is kept, with the keys that it has fetched. */
  #stored: readonly { readonly entry: UpstreamEntry; readonly upstream: Upstream }[] = [];

  /** One after the other: what an earlier question is answered late must not take the place of a later answer. */
  readonly #turns = pLimit(1);

  constructor(
    { upstreamsFile: file }: UpstreamSettings,
    private readonly identity: Identity,
    private readonly entries: UpstreamEntries,
    private readonly logger: Logger,
    changes: Changes,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {
    const ofFile =
      file === undefined ? [] : forSetting('UPSTREAMS_FILE', () => readUpstreams(file));
    this.#ofFile = ofFile.map((entry) => this.#made(entry));
    changes.on('upstreams', () => this.#loadLogged());
  }

  get all(): readonly Upstream[] {
    const ids = new Set(this.#ofFile.map(({ id }) => id));
    const others = this.#stored.map(({ upstream }) => upstream).filter(({ id }) => !ids.has(id));
    return [...this.#ofFile, ...others];
  }

  onApplicationBootstrap(): Promise<void> {
    return this.#load();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#threads.end();
  }

  #made(entry: UpstreamEntry): Upstream {
    const { issuer } = this.identity;
    if (entry.saml === undefined) return new OpenidUpstream(entry, issuer, this.clock);
    const uses = { threads: this.#threads, clock: this.clock, random: this.random };
    return new SamlUpstream(entry, entry.saml, issuer, uses);
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
      return same ?? { entry, upstream: this.#made(entry) };
    });
  }
}
