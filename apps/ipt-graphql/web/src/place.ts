import type { Chain, Service } from './service.js';
import type { Connection } from './wallet/provider.js';

/** Where a tab works: at the service, on a chain, with or without a wallet. */
export interface Place {
  readonly service: Service;
  readonly chain: Chain;
  readonly connection: Connection | undefined;
}
