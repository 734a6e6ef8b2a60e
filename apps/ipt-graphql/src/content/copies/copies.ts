import { Injectable } from '@nestjs/common';
import { PinningSettings } from './pinning.settings.js';
import type { CopyBacklog, CopyState } from '../copy-state.js';
import { ContentStore } from '../content-store.js';
import { contentHashOf } from '../cid.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { type DocumentRecord, Ledger } from '../../ledger/ledger.js';
import { parseObject } from '../../fields/strict-json.js';
import { agreementsOf } from '../../terms/terms.js';

/** The second copy of a file, at the pinning service. */
export interface Copy {
  readonly cid: string;
  readonly state: CopyState;
  /** The service's own id of the pin; `null` before it was asked. */
  readonly requestId: string | null;
  /** Looks since it was last in order. */
  readonly attempts: number;
}

/** What a look found. */
export interface CopyLook extends Copy {
  readonly nextAt: Date;
  /** When all of it was last fetched back. */
  readonly verifiedAt: Date | null;
  readonly error: string | null;
}

/** Remembers copies; what has returned survives a crash. */
export abstract class CopyStore {
  /** Notes files that a copy is wanted of; those that are known stay as they are. */
  abstract want(cids: readonly string[]): Promise<void>;
  /** Copies to be looked at now; nobody else gets them for so long. */
  abstract claim(limit: number, holdMs: number): Promise<readonly Copy[]>;
  abstract settle(look: CopyLook): Promise<void>;
  /** Those of the files whose copies are not in order. */
  abstract missing(cids: readonly string[]): Promise<readonly string[]>;
  /** They are to be looked at at once, before all that nobody waits for. */
  abstract hasten(cids: readonly string[]): Promise<void>;
  abstract backlog(): Promise<CopyBacklog>;
}

/** A pin as the service tells of it. */
export interface RemotePin {
  readonly requestId: string;
  readonly status: 'queued' | 'pinning' | 'pinned' | 'failed';
}

/** A service of the IPFS Pinning Service API. */
export interface PinningService {
  /** A pin of the file that has not failed. */
  find(cid: string): Promise<RemotePin | undefined>;
  add(cid: string): Promise<RemotePin>;
  /** Asks anew in the place of a pin that is not what it says. */
  replace(requestId: string, cid: string): Promise<RemotePin>;
  /** `undefined` for one that it does not know any more. @throws when it is of another file */
  status(requestId: string, cid: string): Promise<RemotePin | undefined>;
}

/** Looks whether a file comes back from elsewhere. */
export interface FetchBack {
  /** @throws when a block does not come, or is not the one that is stored here */
  check(cid: string): Promise<void>;
}

const POLL_MS = 200;

/** Whether somebody else keeps all content, too: a pinning service, or a Kubo. */
export abstract class CopyKeeping {
  abstract readonly isOn: boolean;
  /** Something may be due. */
  abstract wake(): void;
}

/** Nothing is signed before a second copy of all that it is about is confirmed. */
@Injectable()
export class SecondCopy {
  constructor(
    private readonly store: CopyStore,
    private readonly ledger: Ledger,
    private readonly content: ContentStore,
    private readonly keeping: CopyKeeping,
    private readonly settings: PinningSettings,
  ) {}

  /** @throws {Problem} `COPY_PENDING`: the same call may succeed later */
  async require(metadata: DocumentRecord): Promise<void> {
    const { store, keeping } = this;
    if (!keeping.isOn) return;
    const cids = await this.filesOf(metadata);
    await store.want(cids);
    let missing = await store.missing(cids);
    if (missing.length > 0) await store.hasten(missing);
    const endMs = performance.now() + this.settings.secondCopyWaitMs;
    while (missing.length > 0 && performance.now() < endMs) {
      keeping.wake();
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      missing = await store.missing(cids);
    }
    if (missing.length === 0) return;
    throw IPT_ERRORS.copyPending({
      message: `The second copy of ${missing.length} of ${cids.length} files is not confirmed yet: nothing was signed. Try again.`,
    });
  }

  /** Metadata and image, agreements of ours and their PDFs. */
  private async filesOf(metadata: DocumentRecord): Promise<readonly string[]> {
    const { tenant, ipnftId, cid, companionCid } = metadata;
    const bytes = await this.content.read(cid);
    if (bytes === undefined) throw IPT_ERRORS.signoffFailed();
    const document = parseObject(Buffer.from(bytes).toString('utf8'), 'metadata');
    const hashes = agreementsOf(document).flatMap(({ hash }) => contentHashOf(hash) ?? []);
    const agreements = await this.ledger.agreementsByHash(tenant, ipnftId, hashes);
    const files = agreements.flatMap((agreement) => [agreement.cid, agreement.companionCid]);
    return [...new Set([cid, companionCid, ...files])];
  }
}
