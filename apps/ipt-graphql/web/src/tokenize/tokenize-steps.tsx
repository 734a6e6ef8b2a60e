import { TextField } from '@sextant/web';
import { useCallback, useState } from 'react';
import { makeMembership, prepareTokenize, tokenTerms } from '../operations.js';
import type { Place } from '../place.js';
import { etherOf, weiOf } from '../shown.js';
import { AgreementText } from '../signing/agreement-text.js';
import { SignatureStep } from '../signing/signature-step.js';
import { TransactionStep } from '../signing/transaction-step.js';
import { ActionButton, useAction, type Step } from '../steps.js';
import { useText } from '../strings/index.js';
import type { Connection } from '../wallet/provider.js';
import type { TokenAgreement, TokenDraft } from './token-draft.js';

export interface TokenizeProps extends Place {
  readonly connection: Connection;
  readonly draft: TokenDraft;
  readonly change: (change: Partial<TokenDraft>) => void;
}

/** Steps 2 to 5. */
export function otherSteps(text: ReturnType<typeof useText>, props: TokenizeProps): Step[] {
  const { draft, connection, change } = props;
  const { agreement } = draft;
  return [
    {
      title: text('tokenize.agreement'),
      ...(agreement === undefined
        ? {}
        : { done: <AgreementText cid={agreement.cid} pdfCid={agreement.pdfCid} /> }),
      body: () => <AgreementForm {...props} />,
    },
    {
      title: text('tokenize.terms'),
      ...(draft.terms === undefined ? {} : { done: text('mint.terms.done') }),
      body: () => <Terms {...props} />,
    },
    {
      title: text('tokenize.sign'),
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
      title: text('tokenize.tokenize'),
      ...(draft.isDone === true ? { done: text('tokenize.done') } : {}),
      body: () => (agreement === undefined ? null : <Tokenize {...props} agreement={agreement} />),
    },
  ];
}

function AgreementForm({ service, chain, draft, change }: TokenizeProps) {
  const text = useText();
  const { tokenId = '', symbol: known = '' } = draft.ipnft ?? {};
  const [title, setTitle] = useState('');
  const [symbol, setSymbol] = useState(known);
  const [amount, setAmount] = useState('1000000');
  const amountWei = weiOf(amount);
  const action = useAction(async () => {
    const wish = {
      ipnftId: tokenId,
      symbol: symbol.trim(),
      title: title.trim(),
      chainId: chain.id,
    };
    const { agreementCid: cid, agreementPdfCid: pdfCid } = await makeMembership(service, wish);
    change({ agreement: { cid, pdfCid, symbol: wish.symbol, amountWei: amountWei ?? '' } });
  });
  const isWhole = title.trim() !== '' && symbol.trim() !== '' && amountWei !== undefined;
  return (
    <>
      <div className="ipt-fields">
        <TextField label={text('tokenize.title')} value={title} onChange={setTitle} />
        <TextField label={text('tokenize.symbol')} value={symbol} onChange={setSymbol} />
        <TextField label={text('tokenize.amount')} value={amount} onChange={setAmount} />
      </div>
      <ActionButton action={action} isDisabled={!isWhole}>
        {text('tokenize.agreement.action')}
      </ActionButton>
    </>
  );
}

function Terms({ service, chain, draft, change }: TokenizeProps) {
  const text = useText();
  const action = useAction(async () => {
    const place = { ipnftId: draft.ipnft?.tokenId ?? '', chainId: chain.id };
    const agreementCid = draft.agreement?.cid ?? '';
    change({ terms: await tokenTerms(service, { agreementCid, ...place }) });
  });
  return (
    <>
      <p>{text('tokenize.terms.about')}</p>
      <ActionButton action={action}>{text('mint.terms.action')}</ActionButton>
    </>
  );
}

function Tokenize({
  service,
  chain,
  connection,
  draft,
  change,
  agreement,
}: TokenizeProps & { readonly agreement: TokenAgreement }) {
  const text = useText();
  const { cid: agreementCid, symbol: tokenSymbol, amountWei: tokenAmount } = agreement;
  const { signature: termsSignature = '' } = draft;
  const ipnftId = draft.ipnft?.tokenId ?? '';
  const { account: from } = connection;
  const { id: chainId } = chain;
  const prepare = useCallback(
    (signal: AbortSignal) =>
      prepareTokenize(
        service,
        { chainId, ipnftId, from, tokenAmount, tokenSymbol, agreementCid, termsSignature },
        signal,
      ),
    [service, chainId, ipnftId, from, tokenAmount, tokenSymbol, agreementCid, termsSignature],
  );
  const values = { amount: etherOf(tokenAmount), symbol: tokenSymbol, id: ipnftId };
  return (
    <TransactionStep
      {...{ connection, prepare, chainId }}
      about={text('tokenize.tokenize.about', values)}
      action={text('tokenize.tokenize.action')}
      sentHash={draft.hash}
      onSent={(hash) => change({ hash })}
      onRefused={() => change({ hash: undefined })}
      onDone={() => change({ isDone: true })}
    />
  );
}
