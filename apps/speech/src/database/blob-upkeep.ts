import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Blobs, DiskBlobs } from '@sextant/platform-data/blobs';
import { Clock } from '@sextant/platform-runtime/clock';

/** No file takes so long to be written. */
const PART_MS = 3_600_000;

/** Removes what a killed process had not written to its end, and closes connections when this one ends. */
@Injectable()
export class BlobUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly blobs: Blobs,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!(this.blobs instanceof DiskBlobs)) return;
    await this.blobs.removeParts(new Date(this.clock.nowMs() - PART_MS));
  }

  onApplicationShutdown(): void {
    this.blobs.close();
  }
}
