import { Injectable } from '@nestjs/common';
import { ContentStore } from '../content-store.js';
import { CopyKeeping, CopyStore } from './copies.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { sha256Hex } from '../../fields/strict-json.js';

/** Counts what each tenant stores. */
export abstract class StorageAccounts {
  /**
   * Counts an item once, however often it is stored.
   *
   * @param item the SHA-256 of content, or the name of an upload or a key
   * @throws {Problem} `QUOTA_EXCEEDED`; nothing is counted then
   */
  abstract charge(tenant: string, item: string, bytes: number): Promise<void>;
}

/** Stores documents and images for tenants, as far as their quota goes. */
@Injectable()
export class Archive {
  constructor(
    private readonly content: ContentStore,
    private readonly accounts: StorageAccounts,
    private readonly copies: CopyStore,
    private readonly keeping: CopyKeeping,
  ) {}

  /**
   * Counts what is kept beside content, once.
   *
   * @throws {Problem} `QUOTA_EXCEEDED`
   */
  async charge(tenant: string, item: string, bytes: number): Promise<void> {
    await this.accounts.charge(tenant, item, bytes);
  }

  /**
   * @returns the CID
   * @throws {Problem} `QUOTA_EXCEEDED`, `METADATA_UPLOAD_FAILED`
   */
  async add(tenant: string, bytes: Uint8Array): Promise<string> {
    // First, so that a tenant without room fills no disk; what fails afterwards is counted once all the same.
    await this.accounts.charge(tenant, sha256Hex(bytes), bytes.length);
    try {
      const cid = await this.content.add(bytes);
      if (this.keeping.isOn) await this.copies.want([cid]);
      return cid;
    } catch (error) {
      throw IPT_ERRORS.metadataUploadFailed({ cause: error });
    }
  }
}
