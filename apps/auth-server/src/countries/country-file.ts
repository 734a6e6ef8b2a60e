import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { Reader, type CountryResponse } from 'mmdb-lib';
import type { Countries } from './countries.js';

/** How often the file is looked at, while somebody asks. */
const LOOK_AGAIN_MS = 60_000;
const ISO_CODE = /^[A-Z]{2}$/;
const MAPPED = /^::ffff:(?=\d+\.)/i;

export interface CountryFileDependencies {
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/**
 * An operator's database in MaxMind's format (DB-IP, IP2Location and others write it too). A file that
 * is replaced is read within a minute; one that is missing or broken is told in the log, and what was
 * read before stays.
 *
 * @see https://maxmind.github.io/MaxMind-DB/, version 2.0
 */
export class CountryFile implements Countries {
  #reader: Reader<CountryResponse> | undefined;
  /** Of one question, by its place: records that point at one another many times would take for ever. */
  readonly #values = new Map<number | string, unknown>();
  /** Of the file that was looked at last, whatever came of it. */
  #version = '';
  /** What was told in the log of a file that cannot be read. */
  #trouble = '';
  #refreshing: Promise<void> = Promise.resolve();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly path: string,
    private readonly uses: CountryFileDependencies,
  ) {}

  of(ip: string): string | undefined {
    if (this.uses.clock.nowMs() - this.#lookedAtMs >= LOOK_AGAIN_MS) void this.refresh();
    try {
      const code = this.#reader?.get(ip.replace(MAPPED, ''))?.country?.iso_code;
      return typeof code === 'string' && ISO_CODE.test(code) ? code : undefined;
    } catch {
      return undefined; // no address, an IPv6 one in a database of IPv4, or a broken record
    } finally {
      this.#values.clear();
    }
  }

  /** Reads the file, if it is another one than the last time. Never fails. */
  refresh(): Promise<void> {
    this.#lookedAtMs = this.uses.clock.nowMs();
    this.#refreshing = this.#refreshing.then(() => this.#read());
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const { logger } = this.uses;
    try {
      const { ino, mtimeMs, size } = await stat(this.path);
      const version = `${ino} ${mtimeMs} ${size}`;
      if (version === this.#version) return;
      this.#version = version;
      const cache = this.#values;
      this.#reader = new Reader<CountryResponse>(await readFile(this.path), { cache });
      this.#trouble = '';
      logger.info('geoip.loaded', { databaseType: this.#reader.metadata.databaseType });
    } catch (error) {
      this.#tellOnce(error);
    }
  }

  #tellOnce(error: unknown): void {
    const trouble = String(error);
    if (trouble !== this.#trouble) {
      this.uses.logger.warn('geoip.unreadable', { file: this.path, err: error });
    }
    this.#trouble = trouble;
  }
}
