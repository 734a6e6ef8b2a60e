import { EmptyState, TextField } from '@sextant/web';
import { useState } from 'react';
import { readIpnft, type Ipnft } from '../operations.js';
import type { Place } from '../place.js';
import { sameAddress } from '../shown.js';
import { ActionButton, Steps, useAction } from '../steps.js';
import { useText } from '../strings/index.js';
import { otherSteps } from './tokenize-steps.js';
import type { TokenDraft } from './token-draft.js';

/** All five steps of tokenizing an IP-NFT. */
export function TokenizeTab(place: Place) {
  const text = useText();
  const { connection } = place;
  const [draft, setDraft] = useState<TokenDraft>({});
  if (connection === undefined) return <EmptyState title={text('wallet.needed')} />;
  const change = (part: Partial<TokenDraft>) => setDraft((known) => ({ ...known, ...part }));
  const { ipnft } = draft;
  const steps = [
    {
      title: text('tokenize.owner'),
      ...(ipnft === undefined
        ? {}
        : { done: text('tokenize.owned', { id: ipnft.tokenId, symbol: ipnft.symbol }) }),
      body: () => <Owner {...place} onFound={(found) => change({ ipnft: found })} />,
    },
    ...otherSteps(text, { ...place, connection, draft, change }),
  ];
  return (
    <div className="ipt-wizard">
      <p>{text('tokenize.about')}</p>
      <Steps label={text('tokenize.steps')} steps={steps} />
    </div>
  );
}

function Owner({
  service,
  chain,
  connection,
  onFound,
}: Place & { readonly onFound: (ipnft: Ipnft) => void }) {
  const text = useText();
  const [id, setId] = useState('');
  const action = useAction(async (signal) => {
    const ipnft = await readIpnft(service, { chainId: chain.id, id: id.trim() }, signal);
    if (!sameAddress(ipnft.owner, connection?.account ?? '')) {
      throw new Error(text('tokenize.notYours', { owner: ipnft.owner }));
    }
    if (ipnft.ipTokens.length > 0) throw new Error(text('tokenize.already'));
    onFound(ipnft);
  });
  return (
    <>
      <TextField label={text('tokenize.id')} value={id} onChange={setId} />
      <ActionButton action={action} isDisabled={!/^\d{1,78}$/.test(id.trim())}>
        {text('tokenize.look')}
      </ActionButton>
    </>
  );
}
