import { readFile, stat } from 'node:fs/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import type { CountryResponse, Reader } from 'mmdb-lib';
import { CountrySettings } from './country.settings.js';
import type { Countries } from './countries.js';

/** How often the file is looked at, while somebody asks. */
const LOOK_AGAIN_MS = 60_000;
const ISO_CODE = /^[A-Z]{2}$/;
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * An operator's database in MaxMind's format (DB-IP, IP2Location and others write it too). A file that
 * is replaced is read within a minute; one that is missing or broken is told in the log, and what was
 * read before stays. Without a file nobody knows where addresses are.
 *
 * @see https://maxmind.github.io/MaxMind-DB/, version 2.0
 */
@Injectable()
export class CountryFile implements Countries, OnModuleInit {
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
    private readonly settings: CountrySettings,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): Promise<void> {
    return this.refresh();
  }

  of(ip: string): string | undefined {
    if (this.settings.geoipFile === undefined) return undefined;
    if (this.clock.nowMs() - this.#lookedAtMs >= LOOK_AGAIN_MS) void this.refresh();
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
    this.#lookedAtMs = this.clock.nowMs();
    this.#refreshing = this.#refreshing.then(() => this.#read());
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const { logger } = this;
    const { geoipFile: path } = this.settings;
    if (path === undefined) return;
    try {
      const { ino, mtimeMs, size } = await stat(path);
      const version = `${ino} ${mtimeMs} ${size}`;
      if (version === this.#version) return;
      this.#version = version;
      const cache = this.#values;
      const { Reader } = await import('mmdb-lib');
      this.#reader = new Reader<CountryResponse>(await readFile(path), { cache });
      this.#trouble = '';
      logger.info('geoip.loaded', { databaseType: this.#reader.metadata.databaseType });
    } catch (error) {
      this.#tellOnce(path, error);
    }
  }

  #tellOnce(file: string, error: unknown): void {
    const trouble = String(error);
    if (trouble !== this.#trouble) {
      this.logger.warn('geoip.unreadable', { file, err: error });
    }
    this.#trouble = trouble;
  }
}
