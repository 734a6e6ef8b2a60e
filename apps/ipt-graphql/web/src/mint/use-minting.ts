import {
  askForUpload,
  makeAssignment,
  mintTerms,
  signOff,
  storeMetadata,
  type MadeAgreement,
} from '../operations.js';
import { metadataOf, projectData } from './documents.js';
import type { Project } from './draft.js';
import type { MintProps } from './mint-steps.js';

/** What the service does for a mint. */
export interface Minting {
  readonly makeAgreement: (project: Project) => Promise<void>;
  readonly upload: (file: File) => Promise<void>;
  readonly store: () => Promise<void>;
  readonly getTerms: () => Promise<void>;
  readonly askForSignOff: () => Promise<void>;
}

export const useMinting = (props: MintProps): Minting => ({
  ...documentsOf(props),
  ...signingOf(props),
});

type Documents = Pick<Minting, 'makeAgreement' | 'upload' | 'store'>;

function documentsOf({ service, chain, connection, draft, change }: MintProps): Documents {
  const { account } = connection;
  const { id: chainId } = chain;
  const { ipnftId = '', agreement } = draft;
  return {
    async makeAgreement(project) {
      const made = await makeAssignment(
        service,
        projectData(project, { account, chainId, ipnftId }),
      );
      change({ project, agreement: kept(made) });
    },
    async upload(file) {
      const place = { filename: file.name, contentType: file.type, ipnftId };
      const { uploadUrl, key } = await askForUpload(service, place);
      await put(uploadUrl, file);
      change({ uploadUrl, imageKey: key });
    },
    async store() {
      if (agreement === undefined) return;
      const stored = await storeMetadata(service, {
        metadata: metadataOf(draft.project, agreement),
        imageKey: draft.imageKey ?? '',
        ipnftId,
      });
      const { metadataCid: cid, metadataUrl: url, imageCid, warnings } = stored;
      change({ metadata: { cid, url, imageCid, warnings: warnings ?? [] } });
    },
  };
}

type Signing = Pick<Minting, 'getTerms' | 'askForSignOff'>;

function signingOf({ service, chain, connection, draft, change }: MintProps): Signing {
  const { account } = connection;
  const { id: chainId } = chain;
  const { ipnftId = '', metadata } = draft;
  return {
    async getTerms() {
      const metadataCid = metadata?.cid ?? '';
      change({ terms: await mintTerms(service, { metadataCid, minter: account, chainId }) });
    },
    async askForSignOff() {
      const authorization = await signOff(service, {
        ...{ ipnftId, chainId, minter: account, to: account },
        tokenURI: metadata?.url ?? '',
        termsSignature: draft.signature ?? '',
      });
      change({ authorization });
    },
  };
}

const kept = (made: MadeAgreement) => ({
  cid: made.agreementCid,
  uri: made.agreementUri,
  hash: made.agreementContentHash,
  pdfCid: made.agreementPdfCid,
});

/** The address is the key: nothing else goes with it. */
async function put(url: string, file: File): Promise<void> {
  const headers = { 'Content-Type': file.type };
  const response = await fetch(url, { method: 'PUT', headers, body: file, credentials: 'omit' });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  throw new Error(error?.message ?? `The upload was answered with ${response.status}.`);
}
