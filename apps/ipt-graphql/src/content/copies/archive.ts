import type { ContentStore } from '../content-store.js';
import type { CopyStore } from './copies.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';
import { sha256Hex } from '../../fields/strict-json.js';

/** What `StorageAccounts` is bound to. */
export const STORAGE_ACCOUNTS = Symbol('StorageAccounts');

/** Counts what each tenant stores. */
export interface StorageAccounts {
  /**
   * Counts an item once, however often it is stored.
   *
   * @param item the SHA-256 of content, or the name of an upload or a key
   * @throws {Problem} `QUOTA_EXCEEDED`; nothing is counted then
   */
  charge(tenant: string, item: string, bytes: number): Promise<void>;
}

export interface ArchiveUses {
  readonly content: ContentStore;
  readonly accounts: StorageAccounts;
  /** Absent: there is no second copy. */
  readonly copies: Pick<CopyStore, 'want'> | undefined;
}

/** Stores documents and images for tenants, as far as their quota goes. */
export class Archive {
  constructor(private readonly uses: ArchiveUses) {}

  /**
   * Counts what is kept beside content, once.
   *
   * @throws {Problem} `QUOTA_EXCEEDED`
   */
  async charge(tenant: string, item: string, bytes: number): Promise<void> {
    await this.uses.accounts.charge(tenant, item, bytes);
  }

  /**
   * @returns the CID
   * @throws {Problem} `QUOTA_EXCEEDED`, `METADATA_UPLOAD_FAILED`
   */
  async add(tenant: string, bytes: Uint8Array): Promise<string> {
    // First, so that a tenant without room fills no disk; what fails afterwards is counted once all the same.
    await this.uses.accounts.charge(tenant, sha256Hex(bytes), bytes.length);
    try {
      const cid = await this.uses.content.add(bytes);
      await this.uses.copies?.want([cid]);
      return cid;
    } catch (error) {
      throw IPT_ERRORS.metadataUploadFailed({ cause: error });
    }
  }
}
