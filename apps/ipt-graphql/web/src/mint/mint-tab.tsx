import { Button, EmptyState } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Place } from '../place.js';
import { sameAddress, short } from '../shown.js';
import { MintSteps } from './mint-steps.js';
import { useDraft } from './use-draft.js';

/** All nine steps of minting an IP-NFT. */
export function MintTab({ service, chain, connection }: Place) {
  const text = useText();
  const kept = useDraft(chain.id);
  const { draft, isElsewhere, isKept, startOver } = kept;
  if (connection === undefined) return <EmptyState title={text('wallet.needed')} />;
  const { account = connection.account } = draft;
  const spares =
    draft.spares?.filter((sent) => sameAddress(sent.account, connection.account)) ?? [];
  return (
    <div className="ipt-wizard">
      <p>{text('mint.about')}</p>
      {isElsewhere ? <p role="status">{text('mint.elsewhere')}</p> : null}
      {isKept ? null : (
        <p className="ipt-refusal" role="alert">
          {text('mint.notKept')}
        </p>
      )}
      {spares.map(({ reserveHash }) => (
        <p key={reserveHash} role="status">
          {text('mint.spare')} <code>{reserveHash}</code>
        </p>
      ))}
      {sameAddress(account, connection.account) ? (
        <MintSteps {...{ service, chain, connection }} {...kept} />
      ) : (
        <p className="ipt-refusal" role="alert">
          {text('mint.otherAccount', { account: short(account) })}
        </p>
      )}
      {draft.account === undefined && spares.length === 0 ? null : (
        <div>
          <Button kind="quiet" onPress={() => startOver(connection.account)}>
            {text('mint.startOver')}
          </Button>
        </div>
      )}
    </div>
  );
}
