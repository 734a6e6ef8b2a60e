import { Button, Shown, useLoaded } from '@sextant/web';
import { useCallback, useEffect, useRef } from 'react';
import type { Prepared } from '../operations.js';
import { etherOf, networkName } from '../shown.js';
import { ActionButton, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import {
  receiptOf,
  RefusedTransaction,
  sendTransaction,
  type Connection,
  type Receipt,
} from '../wallet/provider.js';

export interface TransactionStepProps {
  readonly connection: Connection;
  readonly chainId: number;
  /** What the transaction does, in words. */
  readonly about: string;
  readonly action: string;
  readonly prepare: (signal: AbortSignal) => Promise<Prepared>;
  /** Sent already: what it came to is waited for. */
  readonly sentHash: string | undefined;
  readonly onSent: (hash: string) => void;
  /** The chain has refused it; nothing else makes a hash that was sent count no more. */
  readonly onRefused: (hash: string) => void;
  readonly onDone: (receipt: Receipt, hash: string) => void;
}

/** Says what a transaction does and costs, has the wallet send it, and waits until it is on the chain. */
export function TransactionStep(props: TransactionStepProps) {
  const { prepare } = props;
  const ask = useCallback((signal: AbortSignal) => prepare(signal), [prepare]);
  const { sentHash: hash } = props;
  // By its hash: what the chain said of another transaction must not stand beside this one.
  if (hash !== undefined) return <Waiting key={hash} {...props} hash={hash} />;
  return <Prepare {...props} ask={ask} />;
}

interface PrepareProps extends TransactionStepProps {
  readonly ask: (signal: AbortSignal) => Promise<Prepared>;
}

function Prepare({ ask, ...props }: PrepareProps) {
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(prepared) => <Send {...props} prepared={prepared} />}
    </Shown>
  );
}

function Send({ prepared, ...props }: TransactionStepProps & { readonly prepared: Prepared }) {
  const text = useText();
  const { connection, chainId, about, onSent } = props;
  const action = useAction(async () => {
    onSent(await sendTransaction(connection, { ...prepared, chainId }));
  });
  return (
    <>
      <p>{about}</p>
      <TransactionWords {...{ prepared, connection, chainId }} />
      {prepared.gasEstimateError === null ? null : (
        <p className="ipt-refusal" role="alert">
          {text('transaction.refused', { reason: prepared.gasEstimateError })}
        </p>
      )}
      <ActionButton action={action} isDisabled={prepared.gasEstimateError !== null}>
        {props.action}
      </ActionButton>
    </>
  );
}

interface TransactionWordsProps {
  readonly prepared: Prepared;
  readonly connection: Connection;
  readonly chainId: number;
}

/** What the wallet is about to sign. */
function TransactionWords({ prepared, connection, chainId }: TransactionWordsProps) {
  const text = useText();
  const { to, value, gasEstimate, recipient, data } = prepared;
  return (
    <dl className="ipt-facts">
      <dt>{text('transaction.from')}</dt>
      <dd>{connection.account}</dd>
      <dt>{text('transaction.to')}</dt>
      <dd>{to}</dd>
      <dt>{text('transaction.network')}</dt>
      <dd>{networkName(chainId)}</dd>
      <dt>{text('transaction.value')}</dt>
      <dd>{text('transaction.ether', { amount: etherOf(value) })}</dd>
      <dt>{text('transaction.gas')}</dt>
      <dd>{gasEstimate ?? '-'}</dd>
      {recipient === null ? null : (
        <>
          <dt>{text('transaction.recipient')}</dt>
          <dd>{recipient}</dd>
        </>
      )}
      <dt>{text('transaction.data')}</dt>
      <dd>
        <details>
          <summary>{text('transaction.bytes', { count: (data.length - 2) / 2 })}</summary>
          <code>{data}</code>
        </details>
      </dd>
    </dl>
  );
}

/** The wallet has sent it. A page that was closed meanwhile goes on here. */
function Waiting({ hash, ...props }: TransactionStepProps & { readonly hash: string }) {
  const text = useText();
  const { connection, onDone, onRefused } = props;
  // The page may be drawn anew before the receipt is there.
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const ask = useCallback(
    async (signal: AbortSignal) => {
      latest.current(await receiptOf(connection, hash, signal), hash);
    },
    [connection, hash],
  );
  const { state, reload } = useLoaded(ask);
  const askAgain = useAction(reload);
  if (state.kind === 'failed') {
    return (
      <>
        <p className="ipt-refusal" role="alert">
          {state.error.message}
        </p>
        {state.error instanceof RefusedTransaction ? (
          <div>
            <Button kind="primary" onPress={() => onRefused(hash)}>
              {text('transaction.again')}
            </Button>
          </div>
        ) : (
          <ActionButton action={askAgain}>{text('transaction.askAgain')}</ActionButton>
        )}
      </>
    );
  }
  return (
    <p role="status">
      {text('transaction.waiting')} <code>{hash}</code>
    </p>
  );
}
