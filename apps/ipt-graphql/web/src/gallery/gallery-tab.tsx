import { Button, EmptyState, MoreList, Shown, complain, useLoaded, useOpened } from '@sextant/web';
import { useCallback, useState } from 'react';
import { listIpnfts, readIpnft, type Ipnft, type IpnftPage } from '../operations.js';
import type { Place } from '../place.js';
import { useText } from '../strings/index.js';
import { IpnftCard } from './ipnft-card.js';
import { IpnftView } from './ipnft-view.js';

/** Every IP-NFT of the chain, as it is now. */
export function GalleryTab({ service, chain }: Place) {
  const text = useText();
  const [opened, open] = useOpened();
  const [seen, setSeen] = useState<Ipnft>();
  const ask = useCallback(
    (signal: AbortSignal) => listIpnfts(service, { chainId: chain.id }, signal),
    [service, chain.id],
  );
  const { state, reload } = useLoaded(ask);
  const show = (ipnft: Ipnft) => {
    setSeen(ipnft);
    open(ipnft.id);
  };
  if (opened !== undefined) {
    const known = seen?.id === opened ? seen : undefined;
    return <OpenedIpnft {...{ service, chain, known }} id={opened} onClose={() => open()} />;
  }
  return (
    <>
      <div className="ipt-bar">
        <Button onPress={() => void reload()}>{text('gallery.reload')}</Button>
      </div>
      <Shown state={state} reload={reload}>
        {(first) => <Found {...{ service, chain, first }} onOpen={show} />}
      </Shown>
    </>
  );
}

interface OpenedIpnftProps extends Pick<Place, 'service' | 'chain'> {
  readonly id: string;
  /** As the gallery has shown it; absent for who comes by its address. */
  readonly known: Ipnft | undefined;
  readonly onClose: () => void;
}

function OpenedIpnft({ service, chain, id, known, onClose }: OpenedIpnftProps) {
  const ask = useCallback(
    async (signal: AbortSignal) => known ?? readIpnft(service, { chainId: chain.id, id }, signal),
    [service, chain.id, id, known],
  );
  const { state, reload } = useLoaded(ask);
  return (
    <Shown state={state} reload={reload}>
      {(ipnft) => <IpnftView service={service} ipnft={ipnft} onClose={onClose} />}
    </Shown>
  );
}

interface FoundProps extends Pick<Place, 'service' | 'chain'> {
  readonly first: IpnftPage;
  readonly onOpen: (ipnft: Ipnft) => void;
}

function Found({ service, chain, first, onOpen }: FoundProps) {
  const text = useText();
  const [more, setMore] = useState({ of: first, page: first });
  // What was added belongs to the first page that it was asked after.
  const shown = more.of === first ? more.page : first;
  const add = () => {
    listIpnfts(service, { chainId: chain.id, after: shown.cursor ?? '' })
      .then(({ ipnfts, cursor }) =>
        setMore({ of: first, page: { ipnfts: [...shown.ipnfts, ...ipnfts], cursor } }),
      )
      .catch(complain);
  };
  if (shown.ipnfts.length === 0) {
    return <EmptyState title={text('gallery.empty')}>{text('gallery.empty.about')}</EmptyState>;
  }
  return (
    <div className="ipt-gallery">
      <MoreList
        label={text('gallery.title')}
        items={shown.ipnfts}
        keyOf={({ id }) => id}
        render={(ipnft) => <IpnftCard ipnft={ipnft} onOpen={() => onOpen(ipnft)} />}
        onMore={shown.cursor === null ? undefined : add}
      />
    </div>
  );
}
