import { Injectable } from '@nestjs/common';
import { AgreementPrinter } from './agreement-printer.js';
import { AgreementSealer } from './agreement-sealer.js';
import { Archive } from '../content/copies/archive.js';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains } from '../chain/chain.js';
import { ipfsUri } from '../content/cid.js';
import { isOpen, type Flow } from '../flows/flow.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { type DocumentKind, Ledger } from '../ledger/ledger.js';
import { parseAgreementData, parseProjectData, type MembershipRequest } from './project.js';
import { requiredChain } from '../requests/requests.js';
import { canonicalBytes, sha256Hex, type JsonObject } from '../fields/strict-json.js';
import { requireFreeSymbol, SymbolRegister } from '../symbols/symbols.js';
import { fill, type TemplateName, Templates } from './template.js';

export interface Agreement {
  readonly cid: string;
  readonly uri: string;
  /** SHA-256 of the document, 64 lower-case hexadecimal digits. */
  readonly contentHash: string;
  readonly pdfCid: string;
  /** Both are JWEs: the key is had from `KeyReleaseDesk`. */
  readonly isEncrypted: boolean;
}

interface Draft {
  readonly isEncrypted: boolean;
  readonly kind: DocumentKind;
  readonly template: TemplateName;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly symbol: string;
  readonly wallet: string | null;
  readonly facts: JsonObject;
}

/** Makes the agreements of minting and of tokenizing: canonical JSON, which is what is hashed, and its PDF. */
@Injectable()
export class Agreements {
  constructor(
    private readonly chains: Chains,
    private readonly ledger: Ledger,
    private readonly symbols: SymbolRegister,
    private readonly archive: Archive,
    private readonly templates: Templates,
    private readonly printer: AgreementPrinter,
    private readonly sealer: AgreementSealer,
  ) {}

  /**
   * @param isEncrypted whether it is stored encrypted, for the owner of the IP-NFT alone
   * @throws {Problem} `INVALID_INPUT`, `SYMBOL_ALREADY_TAKEN`, `QUOTA_EXCEEDED`, `METADATA_UPLOAD_FAILED`, `FONT_UNAVAILABLE`; when it is
   *   encrypted, as `AgreementSealer.store()`
   */
  async assignment(caller: Caller, projectData: string, isEncrypted: boolean): Promise<Agreement> {
    caller.require('mint');
    const { project, wallet, chainId, ipnftId, symbol } = parseProjectData(projectData);
    const chain = requiredChain(this.chains, caller, chainId);
    const { tenant } = caller;
    await requireFreeSymbol(this.symbols, chain, { chainId, symbol, ipnftId, tenant });
    await this.requireUnminted(caller, chainId, ipnftId);
    return this.make(caller, {
      isEncrypted,
      kind: 'ASSIGNMENT',
      template: 'assignment-agreement',
      chainId,
      ipnftId,
      symbol,
      wallet,
      facts: { ipnftId, chainId, wallet, project },
    });
  }

  /** @throws {Problem} `INVALID_INPUT`, `ALREADY_TOKENIZED`, `QUOTA_EXCEEDED`, `METADATA_UPLOAD_FAILED`, `FONT_UNAVAILABLE` */
  async membership(caller: Caller, agreementData: string): Promise<Agreement> {
    caller.require('tokenize');
    const request = parseAgreementData(agreementData);
    const { ipnftId, symbol, title } = request;
    const chain = await this.chainOf(caller, request);
    if ((await chain.tokenOf(ipnftId)) !== undefined) throw IPT_ERRORS.alreadyTokenized();
    const { chainId } = chain;
    return this.make(caller, {
      // Whoever holds the tokens accepts it, and must be able to read it.
      isEncrypted: false,
      kind: 'MEMBERSHIP',
      template: 'membership-agreement',
      chainId,
      ipnftId,
      symbol,
      wallet: null,
      facts: { ipnftId, chainId, symbol, title },
    });
  }

  /** The chain that was named, else that of the tenant's only flow of the IP-NFT (our choice). */
  private async chainOf(caller: Caller, { ipnftId, chainId }: MembershipRequest): Promise<Chain> {
    if (chainId !== undefined) return requiredChain(this.chains, caller, chainId);
    const flows = await this.ledger.flows(caller.tenant, ipnftId);
    const [only, ...others] = new Set(flows.map((flow: Flow) => flow.chainId));
    if (only === undefined || others.length > 0) {
      throw IPT_ERRORS.invalidInput({
        message:
          only === undefined
            ? 'This IP-NFT was not minted with your keys: name its chain with agreementData.chainId.'
            : 'This IP-NFT exists on several chains: name one with agreementData.chainId.',
      });
    }
    return requiredChain(this.chains, caller, only);
  }

  private async requireUnminted(caller: Caller, chainId: number, ipnftId: string): Promise<void> {
    const flows = await this.ledger.flows(caller.tenant, ipnftId);
    const flow = flows.find((each) => each.chainId === chainId && each.kind === 'MINT');
    if (flow !== undefined && !isOpen(flow)) {
      throw IPT_ERRORS.invalidInput({ message: 'This reservation is minted already.' });
    }
  }

  private async make(caller: Caller, draft: Draft): Promise<Agreement> {
    const template = await this.templates.find(draft.template);
    const document: JsonObject = {
      type: draft.kind === 'ASSIGNMENT' ? 'ASSIGNMENT_AGREEMENT' : 'IPT_MEMBERSHIP_AGREEMENT',
      template: { id: template.id, version: template.version, sha256: template.sha256 },
      language: template.language,
      title: template.title,
      ...draft.facts,
      clauses: template.clauses.map(({ heading, text }) => ({
        heading,
        text: fill(text, draft.facts),
      })),
      notice: template.notice,
    };
    const { kind, chainId, ipnftId, symbol, wallet, isEncrypted } = draft;
    const { tenant } = caller;
    const { cid, contentHash, pdfCid } =
      isEncrypted && wallet !== null
        ? await this.sealer.store({ tenant, chainId, ipnftId, wallet, document })
        : await this.stored(tenant, kind, document);
    await this.ledger.recordAgreement({
      tenant,
      chainId,
      ipnftId,
      kind,
      cid,
      contentHash,
      symbol,
      wallet,
      companionCid: pdfCid,
    });
    return { cid, uri: ipfsUri(cid), contentHash, pdfCid, isEncrypted };
  }

  private async stored(tenant: string, kind: DocumentKind, document: JsonObject) {
    const { archive, ledger, printer } = this;
    const bytes = canonicalBytes(document);
    const cid = await archive.add(tenant, bytes);
    const [earlier] = await ledger.documents(tenant, cid, kind);
    // The same document prints to the same bytes: there is no need to do it again.
    const pdfCid =
      earlier?.companionCid ?? (await archive.add(tenant, await printer.print(document)));
    return { cid, contentHash: sha256Hex(bytes), pdfCid };
  }
}
