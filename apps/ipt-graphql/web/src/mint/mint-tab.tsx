import { Button, EmptyState } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Place } from '../place.js';
import { sameAddress, short } from '../shown.js';
import { useDraft } from './draft.js';
import { MintSteps } from './mint-steps.js';

/** All nine steps of minting an IP-NFT. */
export function MintTab({ service, chain, connection }: Place) {
  const text = useText();
  const { draft, change, renew, startOver } = useDraft(chain.id);
  if (connection === undefined) return <EmptyState title={text('wallet.needed')} />;
  const { account = connection.account } = draft;
  return (
    <div className="ipt-wizard">
      <p>{text('mint.about')}</p>
      {sameAddress(account, connection.account) ? (
        <MintSteps {...{ service, chain, connection, draft, change, renew }} />
      ) : (
        <p className="ipt-refusal" role="alert">
          {text('mint.otherAccount', { account: short(account) })}
        </p>
      )}
      {draft.account === undefined ? null : (
        <div>
          <Button kind="quiet" onPress={startOver}>
            {text('mint.startOver')}
          </Button>
        </div>
      )}
    </div>
  );
}
