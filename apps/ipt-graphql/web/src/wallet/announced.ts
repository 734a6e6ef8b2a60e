import { useEffect, useState } from 'react';
import type { Provider, Wallet } from './provider.js';

interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: Provider;
}

/** The wallets that are in this browser, as they tell of themselves. @see EIP-6963 */
export function useAnnouncedWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([]);
  useEffect(() => {
    const add = (event: Event) => {
      const { info, provider } = (event as CustomEvent<Announcement>).detail;
      const wallet = { id: info.uuid, name: info.name, icon: info.icon, provider };
      setWallets((known) => [...known.filter(({ id }) => id !== wallet.id), wallet]);
    };
    window.addEventListener('eip6963:announceProvider', add);
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    return () => window.removeEventListener('eip6963:announceProvider', add);
  }, []);
  return wallets;
}
