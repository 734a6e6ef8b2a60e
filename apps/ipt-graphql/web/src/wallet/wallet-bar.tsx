import { Button, complain } from '@sextant/web';
import { useEffect } from 'react';
import { short } from '../shown.js';
import type { Chain, Service } from '../service.js';
import { useText } from '../strings/index.js';
import { useAnnouncedWallets } from './announced.js';
import { accountOf, developmentProvider, type Connection, type Wallet } from './provider.js';

export interface WalletBarProps {
  readonly service: Service;
  readonly chain: Chain;
  readonly connection: Connection | undefined;
  readonly onConnection: (connection: Connection | undefined) => void;
}

/** Which wallet signs: one of the browser's, or the account of a development chain. */
export function WalletBar({ service, chain, connection, onConnection }: WalletBarProps) {
  const text = useText();
  const announced = useAnnouncedWallets();
  useEffect(() => followAccount(connection, onConnection), [connection, onConnection]);
  const development: Wallet = {
    id: 'development',
    name: text('wallet.development'),
    provider: developmentProvider(service.api, chain.id),
  };
  const wallets = chain.hasDevelopmentWallet ? [...announced, development] : announced;
  const connect = (wallet: Wallet) => {
    accountOf(wallet)
      .then((account) => onConnection({ wallet, account }))
      .catch(complain);
  };
  return (
    <section className="ipt-wallet" aria-label={text('wallet.title')}>
      {connection === undefined ? (
        <>
          <span>{text(wallets.length === 0 ? 'wallet.none' : 'wallet.choose')}</span>
          {wallets.map((wallet) => (
            <Button key={wallet.id} onPress={() => connect(wallet)}>
              <WalletIcon wallet={wallet} /> {wallet.name}
            </Button>
          ))}
        </>
      ) : (
        <>
          <WalletIcon wallet={connection.wallet} />
          <strong>{connection.wallet.name}</strong>
          <code title={connection.account}>{short(connection.account)}</code>
          <Button kind="quiet" onPress={() => onConnection(undefined)}>
            {text('wallet.leave')}
          </Button>
        </>
      )}
    </section>
  );
}

function WalletIcon({ wallet: { icon } }: { readonly wallet: Wallet }) {
  if (icon?.startsWith('data:image/') !== true) return null;
  return <img className="ipt-wallet-icon" src={icon} alt="" width="20" height="20" />;
}

/** People change the account in the wallet itself. */
function followAccount(
  connection: Connection | undefined,
  onConnection: WalletBarProps['onConnection'],
): (() => void) | undefined {
  const { provider } = connection?.wallet ?? {};
  if (connection === undefined || provider?.on === undefined) return undefined;
  const change = ([account]: readonly string[]) =>
    onConnection(account === undefined ? undefined : { ...connection, account });
  provider.on('accountsChanged', change);
  return () => provider.removeListener?.('accountsChanged', change);
}
