import type { PageOf } from '../flows/page-of.js';
import type { Flow, FlowKey, FlowStep } from '../flows/flow.js';
import type { SymbolHolder } from '../symbols/symbols.js';

export type DocumentKind = 'ASSIGNMENT' | 'MEMBERSHIP' | 'METADATA';

/** A stored document and what it belongs to: ids of IP-NFTs alone are the same on every chain. */
export interface DocumentRecord {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly kind: DocumentKind;
  readonly cid: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly contentHash: string;
  readonly symbol: string;
  /** The wallet that an assignment agreement, and with it its metadata, is for; others have none. */
  readonly wallet: string | null;
  /** The PDF of an agreement, the image of metadata. */
  readonly companionCid: string;
}

/** A URL that was given out for one image. */
export interface UploadRecord {
  readonly id: string;
  readonly tenant: string;
  readonly ipnftId: string;
  /** What clients know it by: `ipnft-<id>/<filename>`. */
  readonly key: string;
  readonly contentType: string;
  readonly expiresAt: Date;
  readonly storedAt: Date | null;
}

export interface AuthorizationRecord {
  readonly tenant: string;
  readonly keyId: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly minter: string;
  readonly to: string;
  readonly tokenUri: string;
  readonly symbol: string;
  readonly termsSignature: string;
  readonly authorization: string;
  readonly signer: string;
}

/** What a sign-off stores, with what it signs. */
export interface SignOffRecord extends Omit<AuthorizationRecord, 'authorization'> {
  /** Who held the symbol and has lost the reservation. */
  readonly lapsed?: SymbolHolder | undefined;
}

/** With who signed: what a key signed that was replaced since may not be trusted any more. */
export type AuthorizationKey = Pick<
  AuthorizationRecord,
  'tenant' | 'chainId' | 'ipnftId' | 'minter' | 'to' | 'tokenUri' | 'signer'
>;

/** Which of the authorizations of an IP-NFT is meant; what is absent may be any. */
export interface AuthorizationChoice {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly to?: string | undefined;
  readonly tokenUri?: string | undefined;
}

/**
 * What the service remembers. Each method is one transaction, with the flow's step and its event in it; what has
 * returned survives a crash.
 */
export abstract class Ledger {
  /** Stores an agreement and starts its flow, or starts it over. */
  abstract recordAgreement(document: DocumentRecord): Promise<void>;
  abstract recordUpload(upload: UploadRecord): Promise<void>;
  /** @returns `false` when the upload was stored before: its URL is used up */
  abstract storeUpload(id: string): Promise<boolean>;
  abstract findUpload(id: string): Promise<UploadRecord | undefined>;
  /** The newest uploads of a key, stored ones first. */
  abstract uploadsOf(
    tenant: string,
    ipnftId: string,
    key: string,
  ): Promise<readonly UploadRecord[]>;
  abstract recordMetadata(document: DocumentRecord): Promise<void>;
  /** Documents of a tenant by CID, the newest first. */
  abstract documents(
    tenant: string,
    cid: string,
    kind: DocumentKind,
  ): Promise<readonly DocumentRecord[]>;
  abstract agreementsByHash(
    tenant: string,
    ipnftId: string,
    hashes: readonly string[],
  ): Promise<readonly DocumentRecord[]>;
  abstract recordStep(flow: FlowKey, step: FlowStep): Promise<void>;
  abstract flows(tenant: string, ipnftId: string): Promise<readonly Flow[]>;
  abstract pageOfFlows(
    tenant: string,
    limit: number,
    after: readonly unknown[],
  ): Promise<PageOf<Flow>>;
  /**
   * An authorization that is there already, which is now the one that was asked for last; `undefined` also when its symbol
   * is the IP-NFT's no more.
   */
  abstract repeatAuthorization(key: AuthorizationKey): Promise<AuthorizationRecord | undefined>;
  /** The authorization that was asked for last, if it may be meant, else the newest that may. */
  abstract lastAuthorization(choice: AuthorizationChoice): Promise<AuthorizationRecord | undefined>;
  /**
   * Takes the symbol, signs, and stores the authorization, all or nothing. What is there already is answered.
   *
   * @throws {Problem} `SYMBOL_ALREADY_TAKEN`, `INVALID_INPUT` when the IP-NFT has taken another symbol, `QUOTA_EXCEEDED`
   */
  abstract signOff(
    request: SignOffRecord,
    sign: () => Promise<string>,
  ): Promise<AuthorizationRecord>;
}
