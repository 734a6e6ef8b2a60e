import { Button, EmptyState, Shown, StatusBadge, useLoaded } from '@sextant/web';
import { useCallback } from 'react';
import { listFlows, type Flow } from '../operations.js';
import type { Place } from '../place.js';
import { networkName, short } from '../shown.js';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';

/** How far everything is that was begun with this account. */
export function FlowsTab({ service }: Place) {
  const text = useText();
  const ask = useCallback((signal: AbortSignal) => allFlows(service, signal), [service]);
  const { state, reload } = useLoaded(ask);
  return (
    <>
      <div className="ipt-bar">
        <Button onPress={() => void reload()}>{text('gallery.reload')}</Button>
      </div>
      <Shown state={state} reload={reload}>
        {(flows) =>
          flows.length === 0 ? (
            <EmptyState title={text('flows.empty')} />
          ) : (
            <ul className="sx-list" aria-label={text('flows.title')} role="list">
              {flows.map((flow) => (
                <li key={`${flow.kind} ${flow.chainId}/${flow.ipnftId}`}>
                  <FlowLine flow={flow} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

/** Ten pages are enough for people; programs ask the service itself. */
const MAX_PAGES = 10;

/** The newest first. */
async function allFlows(service: Service, signal: AbortSignal): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await listFlows(service, after, signal);
    flows.push(...found.flows);
    if (found.cursor === null) break;
    after = found.cursor;
  }
  return flows.toReversed();
}

function FlowLine({ flow }: { readonly flow: Flow }) {
  const text = useText();
  const { kind, symbol, ipnftId, chainId, step, steps, state, next, warning } = flow;
  return (
    <article className="ipt-flow" aria-label={`${text(`flows.${kind}`)} ${symbol}`}>
      <strong>{symbol}</strong>
      <span>{text(`flows.${kind}`)}</span>
      <code title={ipnftId}>
        {short(ipnftId)}, {networkName(chainId)}
      </code>
      <StatusBadge tone={step === steps ? 'good' : 'neutral'}>
        {text('flows.step', { step, steps, state })}
      </StatusBadge>
      {next === null ? null : <span className="sx-muted">{text('flows.next', { next })}</span>}
      {warning === null ? null : <StatusBadge tone="warning">{warning}</StatusBadge>}
    </article>
  );
}
