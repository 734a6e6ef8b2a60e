import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Blobs, DiskBlobs } from '@sextant/platform-data/blobs';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { DocumentWork } from './document-work.js';
import { Documents } from './documents.js';
import { DocumentReader } from './reading/document-reader.js';
import { RememberedSegments } from './segments/remembered-segments.js';

const SWEEP_MS = 60_000;
/** No file takes so long to be written. */
const PART_MS = 3_600_000;

/** Sweeps while the app runs, and stops the work at its end, then what it works with. Replicas may sweep at the same time. */
@Injectable()
export class DocumentsUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly documents: Documents,
    private readonly segments: RememberedSegments,
    private readonly work: DocumentWork,
    private readonly reader: DocumentReader,
    private readonly blobs: Blobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.blobs instanceof DiskBlobs) {
      await this.blobs.removeParts(new Date(this.clock.nowMs() - PART_MS));
    }
    this.#timer = setInterval(() => {
      for (const swept of [this.documents.sweep(), this.segments.sweep()]) {
        // What fails is tried again with the next sweep.
        swept.catch((error: unknown) => {
          this.logger.warn('documents.sweep.failed', { err: error });
        });
      }
    }, SWEEP_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.work.close();
    await this.reader.close();
    this.blobs.close();
  }
}
