import { EmptyState, PageFrame, part, Select, Tabs } from '@sextant/web';
import { SignInGate, useSession, type SignIn } from '@sextant/web/session';
import { useMemo, useState } from 'react';
import { GalleryTab } from './gallery/gallery-tab.js';
import type { Place } from './place.js';
import { serviceOf, type Chain } from './service.js';
import { networkName } from './shown.js';
import { useText } from './strings/index.js';
import type { Connection } from './wallet/provider.js';
import { WalletBar } from './wallet/wallet-bar.js';

const MintTab = part(async () => (await import('./mint/mint-tab.js')).MintTab);
const TokenizeTab = part(async () => (await import('./tokenize/tokenize-tab.js')).TokenizeTab);
const FlowsTab = part(async () => (await import('./flows/flows-tab.js')).FlowsTab);
const ProofTab = part(async () => (await import('./proof/proof-tab.js')).ProofTab);
const WebhooksTab = part(async () => (await import('./webhooks/webhooks-tab.js')).WebhooksTab);

export interface IptPageProps {
  readonly signIn: SignIn;
  readonly chains: readonly Chain[];
}

/** IP-NFTs for people: what there is, minting, tokenizing, and the proof of it. */
export function IptPage({ signIn, chains }: IptPageProps) {
  const text = useText();
  const session = useSession(signIn);
  return (
    <PageFrame title={text('title')} signIn={signIn}>
      <SignInGate signIn={signIn} about={text('signIn.about')}>
        <Work
          {...{ signIn, chains }}
          isAdmin={session.kind === 'signed-in' && session.scopes.includes('ipt:admin')}
        />
      </SignInGate>
    </PageFrame>
  );
}

interface WorkProps extends IptPageProps {
  readonly isAdmin: boolean;
}

function Work({ signIn, chains, isAdmin }: WorkProps) {
  const text = useText();
  const [first] = chains;
  const [chainId, setChainId] = useState(first?.id);
  const [connection, setConnection] = useState<Connection>();
  const service = useMemo(() => serviceOf(signIn), [signIn]);
  const chain = chains.find(({ id }) => id === chainId);
  if (chain === undefined) return <EmptyState title={text('chain.none')} />;
  const choose = (id: string) => {
    // The development account belongs to one chain.
    if (connection?.wallet.id === 'development') setConnection(undefined);
    setChainId(Number(id));
  };
  const place = { service, chain, connection };
  return (
    <>
      <div className="ipt-bar">
        {chains.length < 2 ? null : (
          <Select
            label={text('transaction.network')}
            value={String(chain.id)}
            options={chains.map(({ id }) => ({ id: String(id), title: networkName(id) }))}
            onChange={choose}
          />
        )}
        <WalletBar {...place} onConnection={setConnection} />
      </div>
      <WorkTabs key={chain.id} path={signIn.page} {...{ place, isAdmin }} />
    </>
  );
}

interface WorkTabsProps {
  readonly path: string;
  readonly place: Place;
  readonly isAdmin: boolean;
}

function WorkTabs({ path, place, isAdmin }: WorkTabsProps) {
  const text = useText();
  const items = [
    { id: 'gallery', title: text('tab.gallery'), content: <GalleryTab {...place} /> },
    { id: 'mint', title: text('tab.mint'), content: <MintTab {...place} />, isKept: true },
    {
      id: 'tokenize',
      title: text('tab.tokenize'),
      content: <TokenizeTab {...place} />,
      isKept: true,
    },
    { id: 'flows', title: text('tab.flows'), content: <FlowsTab {...place} /> },
    { id: 'proof', title: text('tab.proof'), content: <ProofTab {...place} />, isKept: true },
    ...(isAdmin
      ? [{ id: 'webhooks', title: text('tab.webhooks'), content: <WebhooksTab {...place} /> }]
      : []),
  ];
  // `/ipt/keys` and its like are the API's.
  return <Tabs path={path} below={`${path}/app`} label={text('title')} items={items} />;
}
