import { Button } from '@sextant/web';
import { useCallback } from 'react';
import { prepareMint } from '../operations.js';
import type { Place } from '../place.js';
import { contentUrl, type Chain } from '../service.js';
import { sameAddress } from '../shown.js';
import { AgreementText } from '../signing/agreement-text.js';
import { SignatureStep } from '../signing/signature-step.js';
import { TransactionStep } from '../signing/transaction-step.js';
import { ActionButton, Steps, useAction, type Step } from '../steps.js';
import { useText } from '../strings/index.js';
import type { Connection, Receipt } from '../wallet/provider.js';
import type { Draft } from './draft.js';
import { ImageStep } from './image-step.js';
import { ProjectForm } from './project-form.js';
import type { MintDraft } from './use-draft.js';
import { useMinting, type Minting } from './use-minting.js';

export interface MintProps extends Place, MintDraft {
  readonly connection: Connection;
}

export function MintSteps(props: MintProps) {
  const text = useText();
  const minting = useMinting(props);
  const steps = [
    reserveStep(text, props),
    ...documentSteps(text, props, minting),
    ...signingSteps(text, props, minting),
    mintStep(text, props),
  ];
  return <Steps label={text('mint.steps')} steps={steps} />;
}

type Text = ReturnType<typeof useText>;

const reserveStep = (text: Text, props: MintProps): Step => ({
  title: text('mint.reserve'),
  ...(props.draft.ipnftId === undefined
    ? {}
    : { done: text('mint.reserved', { id: props.draft.ipnftId }) }),
  body: () => <Reserve {...props} />,
});

function Reserve({ service, chain, connection, ...kept }: MintProps) {
  const text = useText();
  const { draft, reserved, confirmed, refused } = kept;
  const { account } = connection;
  const prepare = useCallback(
    (signal: AbortSignal) => prepareMint(service, { chainId: chain.id, from: account }, signal),
    [service, chain.id, account],
  );
  return (
    <TransactionStep
      {...{ connection, prepare }}
      chainId={chain.id}
      about={text('mint.reserve.about')}
      action={text('mint.reserve.action')}
      sentHash={draft.reserveHash}
      onSent={(reserveHash) => reserved({ account, reserveHash })}
      onRefused={refused}
      onDone={(receipt, hash) => confirmed(hash, reservedId(receipt, chain, account))}
    />
  );
}

/** `Reserved(address indexed reserver, uint256 indexed reservationId)` of the contract. */
function reservedId({ logs }: Receipt, { ipnft }: Chain, account: string): string {
  const log = logs.find(
    ({ address, topics }) =>
      sameAddress(address, ipnft) &&
      topics.length === 3 &&
      sameAddress(`0x${(topics[1] ?? '').slice(-40)}`, account),
  );
  if (log === undefined) throw new Error('The transaction reserved nothing.');
  return String(BigInt(log.topics[2] ?? '0'));
}

/** Steps 2 to 5. */
const documentSteps = (
  text: Text,
  props: MintProps,
  { makeAgreement, upload, store }: Minting,
): Step[] => {
  const { draft } = props;
  return [
    {
      title: text('mint.agreement'),
      ...(draft.agreement === undefined ? {} : { done: <Agreed {...props} /> }),
      body: () => <ProjectForm project={draft.project} onDone={makeAgreement} />,
    },
    {
      title: text('mint.uploadUrl'),
      ...(draft.uploadUrl === undefined ? {} : { done: text('mint.uploadUrl.done') }),
      body: () => <ImageStep onFile={upload} />,
    },
    {
      title: text('mint.upload'),
      ...(draft.imageKey === undefined ? {} : { done: text('mint.upload.done') }),
      body: () => <ImageStep onFile={upload} />,
    },
    {
      title: text('mint.metadata'),
      ...(draft.metadata === undefined ? {} : { done: <Stored metadata={draft.metadata} /> }),
      body: () => (
        <Act
          about={text('mint.metadata.about')}
          action={text('mint.metadata.action')}
          work={store}
        />
      ),
    },
  ];
};

/** The agreement; until the sign-off the project can be changed, and what follows is made anew then. */
function Agreed({ draft: { agreement, authorization }, renew }: MintProps) {
  const text = useText();
  const back = () =>
    renew({
      ...{ agreement: undefined, uploadUrl: undefined, imageKey: undefined },
      ...{ metadata: undefined, terms: undefined, signature: undefined },
    });
  return (
    <>
      <AgreementText cid={agreement?.cid ?? ''} pdfCid={agreement?.pdfCid} />
      {authorization === undefined ? (
        <div>
          <Button onPress={back}>{text('mint.change')}</Button>
        </div>
      ) : null}
    </>
  );
}

function Stored({ metadata }: { readonly metadata: NonNullable<Draft['metadata']> }) {
  const text = useText();
  const { cid, imageCid, warnings } = metadata;
  return (
    <>
      <img className="ipt-artwork" src={contentUrl(imageCid)} alt={text('mint.artwork')} />
      <p>
        <a href={contentUrl(cid)}>{text('mint.metadata.document')}</a>
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="sx-muted">
          {warning}
        </p>
      ))}
    </>
  );
}

/** Steps 6 to 8. */
const signingSteps = (
  text: Text,
  { draft, connection, change }: MintProps,
  { getTerms, askForSignOff }: Minting,
): Step[] => [
  {
    title: text('mint.terms'),
    ...(draft.terms === undefined ? {} : { done: text('mint.terms.done') }),
    body: () => (
      <Act about={text('mint.terms.about')} action={text('mint.terms.action')} work={getTerms} />
    ),
  },
  {
    title: text('mint.sign'),
    ...(draft.signature === undefined ? {} : { done: text('mint.signed') }),
    body: () => (
      <SignatureStep
        connection={connection}
        message={draft.terms ?? ''}
        onSigned={(signature) => change({ signature })}
      />
    ),
  },
  {
    title: text('mint.signOff'),
    ...(draft.authorization === undefined ? {} : { done: text('mint.signedOff') }),
    body: () => (
      <Act
        about={text('mint.signOff.about')}
        action={text('mint.signOff.action')}
        work={askForSignOff}
      />
    ),
  },
];

interface ActProps {
  readonly about: string;
  readonly action: string;
  readonly work: () => Promise<void>;
}

/** A step that is one press. */
function Act({ about, action: name, work }: ActProps) {
  const action = useAction(work);
  return (
    <>
      <p>{about}</p>
      <ActionButton action={action}>{name}</ActionButton>
    </>
  );
}

const mintStep = (text: Text, props: MintProps): Step => ({
  title: text('mint.mint'),
  ...(props.draft.isMinted === true
    ? { done: text('mint.minted', { id: props.draft.ipnftId ?? '' }) }
    : {}),
  body: () => <Mint {...props} />,
});

function Mint({ service, chain, connection, draft, change, mintSent, minted }: MintProps) {
  const text = useText();
  const { ipnftId = '' } = draft;
  const prepare = useCallback(
    (signal: AbortSignal) => prepareMint(service, { chainId: chain.id, ipnftId }, signal),
    [service, chain.id, ipnftId],
  );
  return (
    <TransactionStep
      {...{ connection, prepare }}
      chainId={chain.id}
      about={text('mint.mint.about', { id: ipnftId, symbol: draft.project.symbol })}
      action={text('mint.mint.action')}
      sentHash={draft.mintHash}
      onSent={(mintHash) => mintSent(ipnftId, mintHash)}
      onRefused={() => change({ mintHash: undefined })}
      onDone={(_receipt, hash) => minted(hash)}
    />
  );
}
