import { CHAIN_ID } from '../../scripts/chain/chain.mjs';

/**
 * Every operation that can be sent again and again, with what it is sent: ours and, for reads, the same for bare Apollo.
 *
 * @param {object} things `signedOff` is an IP-NFT that waits for its mint, `minted` for its tokens, `tokenized` for nothing
 * @returns {{ name: string, query: string | (() => string), bare?: string }[]} a function makes a new query for each request
 */
export function iptCases({ signedOff, minted, tokenized, wallet, projectOf, metadataOf }) {
  const quoted = (value) => JSON.stringify(JSON.stringify(value));
  const on = `chainId: ${CHAIN_ID}`;
  const read = (name, fields) => ({ name, query: fields, bare: fields });
  let count = 0;
  const newProject = () => {
    count += 1;
    return projectOf(String(10 ** 9 + count), `NEW${count}`);
  };
  const assignment = (project) =>
    `mutation { generateAssignmentAgreement(projectData: ${quoted(project)}) { isSuccess agreementCid } }`;
  const membership = {
    ...{ ipnftId: minted.id, symbol: minted.symbol, title: 'x', chainId: CHAIN_ID },
  };
  const signOff = Object.entries(signedOff.request)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
  return [
    read('symbolAvailable', `{ symbolAvailable(symbol: "FREE", ${on}) { available isSuccess } }`),
    read(
      'ipnft',
      `{ ipnft(id: "${tokenized.id}", ${on}) { isSuccess ipnft { tokenId owner symbol finality } } }`,
    ),
    read(
      'reservation',
      `{ reservation(id: "${tokenized.id}", ${on}) { isSuccess reservation { tokenId reserver finality } } }`,
    ),
    read(
      'ipTokens',
      `{ ipTokens(ipnftId: "${tokenized.id}", ${on}) { isSuccess ipTokens { ipnftId symbol finality } } }`,
    ),
    read(
      'ipnfts',
      `{ ipnfts(${on}, first: 20) { isSuccess ipnfts { tokenId owner symbol } cursor } }`,
    ),
    read(
      'flow',
      `{ flow(ipnftId: "${signedOff.id}", ${on}) { isSuccess flows { state step next } } }`,
    ),
    read('flows', '{ flows(first: 20) { isSuccess flows { ipnftId state step } cursor } }'),
    {
      name: 'generateAssignmentAgreement, again',
      query: assignment(projectOf(signedOff.id, signedOff.symbol)),
    },
    { name: 'generateAssignmentAgreement, new', query: () => assignment(newProject()) },
    {
      name: 'generateImageUploadUrl',
      query: `mutation { generateImageUploadUrl(filename: "a.png", contentType: "image/png", ipnftId: "${signedOff.id}") { isSuccess uploadUrl } }`,
    },
    {
      name: 'uploadMetadataWithImageKey, again',
      query: `mutation { uploadMetadataWithImageKey(metadata: ${quoted(metadataOf(signedOff))}, imageKey: "ipnft-${signedOff.id}/bench.png", ipnftId: "${signedOff.id}") { isSuccess metadataCid } }`,
    },
    {
      name: 'getTermsMessage',
      query: `{ getTermsMessage(metadataCid: "${signedOff.metadata.metadataCid}", minter: "${wallet}", ${on}) { isSuccess digest } }`,
    },
    {
      name: 'signoffMetadata, again',
      query: `mutation { signoffMetadata(${signOff}) { isSuccess authorization } }`,
    },
    {
      name: 'prepareMint',
      query: `{ prepareMint(ipnftId: "${signedOff.id}", ${on}) { isSuccess data gasEstimate safeTransaction } }`,
    },
    {
      name: 'generateIptMembershipAgreement, again',
      query: `mutation { generateIptMembershipAgreement(agreementData: ${quoted(membership)}) { isSuccess agreementCid } }`,
    },
    {
      name: 'getIptTermsMessage',
      query: `{ getIptTermsMessage(agreementCid: "${minted.agreementCid}", ipnftId: "${minted.id}", ${on}) { isSuccess digest } }`,
    },
    {
      name: 'prepareTokenize',
      query: `{ prepareTokenize(ipnftId: "${minted.id}", ${on}, from: "${wallet}", tokenAmount: "1000", tokenSymbol: "${minted.symbol}", agreementCid: "${minted.agreementCid}", termsSignature: "${minted.termsSignature}") { isSuccess data gasEstimate } }`,
    },
  ];
}
