import { Button, Card } from '@sextant/web';
import type { Content, Ipnft } from '../operations.js';
import { etherOf, networkName } from '../shown.js';
import { AgreementText } from '../signing/agreement-text.js';
import type { Place } from '../place.js';
import { useText } from '../strings/index.js';
import { Artwork } from './artwork.js';
import { LifePicture } from './life-picture.js';
import { TokenHoldersOf } from './token-holders.js';

export interface IpnftViewProps extends Pick<Place, 'service'> {
  readonly ipnft: Ipnft;
  readonly onClose: () => void;
}

/** One IP-NFT: what it is, who had it, what became of it. */
export function IpnftView({ service, ipnft, onClose }: IpnftViewProps) {
  const text = useText();
  const { content, symbol, history } = ipnft;
  return (
    <div className="ipt-view">
      <div>
        <Button onPress={onClose}>{text('view.back')}</Button>
      </div>
      <Card title={content?.name ?? symbol}>
        <div className="ipt-view-head">
          <Artwork ipnft={ipnft} />
          <Facts ipnft={ipnft} />
        </div>
        {content?.description == null ? null : <p dir="auto">{content.description}</p>}
      </Card>
      <Card title={text('view.life')}>
        <LifePicture history={history} />
      </Card>
      <Card title={text('view.holders')}>
        <Holders ipnft={ipnft} />
      </Card>
      <Card title={text('view.tokens')}>
        <Tokens ipnft={ipnft} />
        {ipnft.ipTokens.map((token) => (
          <TokenHoldersOf key={token.address} {...{ service, token }} chainId={ipnft.chainId} />
        ))}
      </Card>
      <Card title={text('view.agreements')}>
        {content === null ? <p>{text('gallery.elsewhere')}</p> : <Agreements content={content} />}
      </Card>
    </div>
  );
}

function Facts({ ipnft }: { readonly ipnft: Ipnft }) {
  const text = useText();
  const { tokenId, chainId, symbol, content, tokenUri } = ipnft;
  const facts = [
    [text('view.symbol'), symbol],
    [text('view.id'), tokenId],
    [text('transaction.network'), networkName(chainId)],
    [text('project.organization'), content?.organization],
    [text('project.topic'), content?.topic],
    [text('view.metadata'), tokenUri],
  ] as const;
  return (
    <dl className="ipt-facts">
      {facts.map(([name, value]) =>
        value == null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** The owner first, then who had it before, the last of them first. */
function Holders({ ipnft: { owner, history } }: { readonly ipnft: Ipnft }) {
  const text = useText();
  const before = history.flatMap(({ from }) => (from === null ? [] : [from])).toReversed();
  return (
    <ul className="ipt-lines" aria-label={text('view.holders')}>
      <li>
        {text('view.owner')} <code>{owner}</code>
      </li>
      {before.map((holder, index) => (
        <li key={index} className="sx-muted">
          {text('view.earlier')} <code>{holder}</code>
        </li>
      ))}
    </ul>
  );
}

function Tokens({ ipnft: { ipTokens } }: { readonly ipnft: Ipnft }) {
  const text = useText();
  if (ipTokens.length === 0) return <p>{text('view.noTokens')}</p>;
  return ipTokens.map(({ address, name, symbol, amountWei, emitter, agreementCid }) => (
    <dl key={address} className="ipt-facts">
      <dt>{text('view.token')}</dt>
      <dd>
        {name} ({symbol})
      </dd>
      <dt>{text('view.amount')}</dt>
      <dd>{etherOf(amountWei)}</dd>
      <dt>{text('view.address')}</dt>
      <dd>{address}</dd>
      <dt>{text('view.emitter')}</dt>
      <dd>{emitter}</dd>
      <dt>{text('view.membership')}</dt>
      <dd>{`ipfs://${agreementCid}`}</dd>
    </dl>
  ));
}

function Agreements({ content }: { readonly content: Content }) {
  const text = useText();
  return content.agreements.map(({ type, uri, cid }, index) => (
    <details key={index}>
      <summary>{type}</summary>
      {cid === null ? (
        <p>
          {uri}: {text('gallery.elsewhere')}
        </p>
      ) : (
        <AgreementText cid={cid} />
      )}
    </details>
  ));
}
