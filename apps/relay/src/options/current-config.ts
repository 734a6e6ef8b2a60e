import type { RelayConfig } from './config.js';

/** The configuration: that of the start, and the one that is used now. */
export class CurrentConfig {
  #value: RelayConfig;

  /** @param started ports, paths and the spool stay as they are in it */
  constructor(readonly started: RelayConfig) {
    this.#value = started;
  }

  /** As it is now: all but ports, paths and the spool. */
  get value(): RelayConfig {
    return this.#value;
  }

  /** Another one takes its place as a whole. */
  replace(config: RelayConfig): void {
    this.#value = config;
  }
}
