import { Button, Shown, complain, useLoaded } from '@sextant/web';
import { useCallback, useState } from 'react';
import { listTokenHolders, type IpToken, type TokenHolders } from '../operations.js';
import type { Place } from '../place.js';
import { etherOf } from '../shown.js';
import { useText } from '../strings/index.js';

interface HoldersProps extends Pick<Place, 'service'> {
  readonly chainId: number;
  readonly token: IpToken;
}

/** Who holds the ERC-20 tokens, those with the most first. */
export function TokenHoldersOf({ service, chainId, token }: HoldersProps) {
  const { address } = token;
  const ask = useCallback(
    (signal: AbortSignal) => listTokenHolders(service, { chainId, address }, signal),
    [service, chainId, address],
  );
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(first) => <Listed {...{ service, chainId, token, first }} />}
    </Shown>
  );
}

function Listed({
  service,
  chainId,
  token,
  first,
}: HoldersProps & { readonly first: TokenHolders }) {
  const text = useText();
  const [more, setMore] = useState({ of: first, page: first });
  const shown = more.of === first ? more.page : first;
  const { edges, pageInfo, totalCount } = shown;
  const add = () => {
    const after = pageInfo.endCursor ?? '';
    listTokenHolders(service, { chainId, address: token.address, after })
      .then((next) => setMore({ of: first, page: { ...next, edges: [...edges, ...next.edges] } }))
      .catch(complain);
  };
  const title = text('view.tokenHolders', { symbol: token.symbol, count: totalCount ?? 0 });
  return (
    <section className="ipt-token-holders">
      <h3>{title}</h3>
      <ul className="ipt-lines" aria-label={text('view.holdersOf', { symbol: token.symbol })}>
        {edges.map(({ node: { holder, amountWei } }) => (
          <li key={holder}>
            <code>{holder}</code> {etherOf(amountWei)} ({shareOf(amountWei, token.amountWei)})
          </li>
        ))}
      </ul>
      {pageInfo.hasNextPage ? <Button onPress={add}>{text('view.moreHolders')}</Button> : null}
    </section>
  );
}

/** In percent of all that were made, with two decimals. */
function shareOf(amountWei: string, allWei: string): string {
  const all = BigInt(allWei);
  const hundredths = all === 0n ? 0n : (BigInt(amountWei) * 10_000n) / all;
  return `${Number(hundredths) / 100} %`;
}
