import { Injectable } from '@nestjs/common';
import type { FlowPlace } from '../flow-channel.js';
import type { Caller } from '../../access/caller.js';
import { type ChainItem, Explorer } from '../../explorer/explorer.js';
import type { Flow } from '../flow.js';
import { requiredId } from '../../requests/requests.js';

/** Tells when flows may have changed, whichever replica changed them. */
export abstract class FlowFeed {
  /** @returns what ends it */
  abstract listen(place: FlowPlace, listener: () => void): () => void;
}

/** Is raised by changes, and remembers one that nobody waited for. */
class ChangeSignal {
  #isRaised = false;
  #isOver = false;
  #wake: () => void = () => undefined;

  raise(): void {
    this.#isRaised = true;
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** @returns `false` when it has ended */
  async next(): Promise<boolean> {
    if (!this.#isRaised && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#isRaised = false;
    return !this.#isOver;
  }
}

/** Follows flows while somebody watches. */
@Injectable()
export class LiveFlows {
  constructor(
    private readonly explorer: Explorer,
    private readonly feed: FlowFeed,
  ) {}

  /**
   * The flows of one IP-NFT as they are now, and again after each change; of changes that follow each other faster than they are
   * read, the last.
   *
   * @throws {Problem} `FORBIDDEN`, `NOT_FOUND`, `INVALID_INPUT`, from the first step on
   */
  follow(caller: Caller, item: ChainItem): AsyncIterableIterator<readonly Flow[]> {
    const changes = new ChangeSignal();
    const flows = this.#follow(caller, item, changes);
    return {
      next: () => flows.next(),
      // A generator that waits cannot be ended from outside: what it waits for can.
      return: () => {
        changes.end();
        return flows.return(undefined);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async *#follow(
    caller: Caller,
    item: ChainItem,
    changes: ChangeSignal,
  ): AsyncGenerator<readonly Flow[], undefined> {
    const place = { tenant: caller.tenant, ipnftId: requiredId(item.id) };
    const unlisten = this.feed.listen(place, () => changes.raise());
    let shown: string | undefined;
    try {
      do {
        const flows = await this.explorer.flows(caller, item);
        const state = JSON.stringify(flows.map(stateOf));
        if (state === shown) continue;
        shown = state;
        yield flows;
      } while (await changes.next());
    } finally {
      unlisten();
    }
  }
}

const stateOf = ({ chainId, kind, step, symbol, warning }: Flow): unknown[] => [
  ...[chainId, kind, step, symbol, warning],
];
