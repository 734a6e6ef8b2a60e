import {
  FlowDocument,
  GenerateAssignmentAgreementDocument,
  GenerateImageUploadUrlDocument,
  GenerateIptMembershipAgreementDocument,
  GetIptTermsMessageDocument,
  GetTermsMessageDocument,
  IpnftDocument,
  PrepareMintDocument,
  PrepareTokenizeDocument,
  SignoffMetadataDocument,
  UploadMetadataWithImageKeyDocument,
  type ProgressFragment,
  type TransactionFragment,
  type TypedDocumentString,
} from './gql/graphql.js';

/** The service, and whom it knows. */
export interface Service {
  /** Of GraphQL. */
  readonly url: string;
  readonly apiKey: string;
  /** EIP-155. */
  readonly chainId: number;
}

export interface Wallet {
  readonly address: string;
  /** EIP-191. */
  signMessage(text: string): Promise<string>;
}

export interface Project {
  /** The id that was reserved. */
  readonly ipnftId: string;
  readonly symbol: string;
  readonly name: string;
  readonly description: string;
  readonly details: object;
  readonly image: Blob;
}

/** What a wallet is to send. */
export interface Transaction {
  readonly to: string;
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
}

/** Step 1 of minting. @throws {Error} with the code of the failure */
export async function reserve(service: Service, { address }: Wallet): Promise<Transaction> {
  const { chainId } = service;
  const { prepareMint } = await ask(service, PrepareMintDocument, { chainId, from: address });
  return transactionOf(prepareMint);
}

/** Steps 2 to 9. @returns the mint, to be sent. @throws {Error} with the code of the failure */
export async function mint(
  service: Service,
  wallet: Wallet,
  project: Project,
): Promise<Transaction> {
  const { chainId } = service;
  const { ipnftId } = project;
  const { metadataCid, metadataUrl } = await storeMetadata(service, wallet, project);
  const minter = wallet.address;
  const { getTermsMessage: terms } = await ask(service, GetTermsMessageDocument, {
    metadataCid,
    minter,
    chainId,
  });
  const { signoffMetadata: signedOff } = await ask(service, SignoffMetadataDocument, {
    ipnftId,
    tokenURI: metadataUrl,
    chainId,
    minter,
    to: minter,
    termsSignature: await wallet.signMessage(given(terms, terms.message)),
  });
  given(signedOff, signedOff.authorization);
  const { prepareMint } = await ask(service, PrepareMintDocument, { chainId, ipnftId });
  return transactionOf(prepareMint);
}

/** The five steps of tokenizing. @returns the transaction, to be sent */
export async function tokenize(
  service: Service,
  wallet: Wallet,
  wish: { readonly ipnftId: string; readonly symbol: string; readonly amountWei: bigint },
): Promise<Transaction> {
  const { chainId } = service;
  const { ipnftId, symbol } = wish;
  const { ipnft } = await ask(service, IpnftDocument, { id: ipnftId, chainId });
  if (given(ipnft, ipnft.ipnft).owner !== wallet.address) throw new Error('MUST_CONTROL_IPNFT');
  const { generateIptMembershipAgreement: agreement } = await ask(
    service,
    GenerateIptMembershipAgreementDocument,
    { agreementData: JSON.stringify({ ipnftId, symbol, title: 'Members', chainId }) },
  );
  const agreementCid = given(agreement, agreement.agreementCid);
  const place = { agreementCid, ipnftId, chainId };
  const { getIptTermsMessage: terms } = await ask(service, GetIptTermsMessageDocument, place);
  const { prepareTokenize } = await ask(service, PrepareTokenizeDocument, {
    ...place,
    from: wallet.address,
    tokenAmount: wish.amountWei.toString(),
    tokenSymbol: symbol,
    termsSignature: await wallet.signMessage(given(terms, terms.message)),
  });
  return transactionOf(prepareTokenize);
}

/** How far an IP-NFT is. */
export async function progress(
  service: Service,
  ipnftId: string,
): Promise<readonly ProgressFragment[]> {
  const { flow } = await ask(service, FlowDocument, { ipnftId, chainId: service.chainId });
  return given(flow, flow.flows);
}

/** Steps 2 to 5. */
async function storeMetadata(service: Service, wallet: Wallet, project: Project) {
  const { ipnftId, symbol, name, description, details, image } = project;
  const { chainId } = service;
  const { generateAssignmentAgreement: agreement } = await ask(
    service,
    GenerateAssignmentAgreementDocument,
    {
      projectData: JSON.stringify({
        project: { name, description, initialSymbol: symbol, ...details },
        connectedWalletAddress: wallet.address,
        chainId,
        ipnftId,
      }),
    },
  );
  const { generateImageUploadUrl: upload } = await ask(service, GenerateImageUploadUrlDocument, {
    filename: 'artwork',
    contentType: image.type,
    ipnftId,
  });
  const headers = { 'content-type': image.type };
  const put = await fetch(given(upload, upload.uploadUrl), { method: 'PUT', headers, body: image });
  if (!put.ok) throw new Error(`The upload was answered with ${String(put.status)}.`);
  const { uploadMetadataWithImageKey: metadata } = await ask(
    service,
    UploadMetadataWithImageKeyDocument,
    {
      metadata: JSON.stringify({
        name,
        description,
        external_url: 'https://example.org',
        terms_signature: 'placeholder',
        properties: {
          initial_symbol: symbol,
          project_details: details,
          agreements: [
            {
              type: 'Assignment Agreement',
              url: given(agreement, agreement.agreementUri),
              mime_type: 'application/json',
              content_hash: given(agreement, agreement.agreementContentHash),
            },
          ],
        },
      }),
      imageKey: given(upload, upload.key),
      ipnftId,
    },
  );
  return {
    metadataCid: given(metadata, metadata.metadataCid),
    metadataUrl: given(metadata, metadata.metadataUrl),
  };
}

function transactionOf(result: TransactionFragment): Transaction {
  return {
    to: given(result, result.to),
    data: given(result, result.data),
    value: BigInt(given(result, result.value)),
  };
}

interface Outcome {
  readonly isSuccess: boolean;
  readonly error?: { readonly code: string; readonly message: string } | null | undefined;
}

/** What an operation gave. @throws {Error} with its code, where it failed */
function given<T>({ isSuccess, error }: Outcome, value: T | null | undefined): T {
  if (isSuccess && value !== null && value !== undefined) return value;
  throw new Error(`${error?.code ?? 'INTERNAL_ERROR'}: ${error?.message ?? 'nothing was given'}`);
}

async function ask<Result, Variables>(
  { url, apiKey }: Service,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query: document.toString(), variables }),
  });
  // The one place where what comes over the network is taken for what was asked.
  const answer: { readonly data?: Result; readonly errors?: readonly unknown[] } =
    await response.json();
  if (answer.data !== undefined) return answer.data;
  throw new Error(`HTTP ${String(response.status)}: ${JSON.stringify(answer.errors)}`);
}
