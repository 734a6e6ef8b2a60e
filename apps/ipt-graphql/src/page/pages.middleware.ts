import { protectedResource, type TokenSettings } from '@sextant/platform-security/jwt';
import { chainConfigs } from '../chain/keys/chain-config.js';
import type { ChainSettings } from '../chain/keys/chain.settings.js';
import type { QuerySettings } from '../graphql/query.settings.js';
import type { PublicUrlSettings } from '../http/public-url.settings.js';
import { RESOURCE } from '../http/resource.js';
import type { ImageSettings } from '../images/image.settings.js';
import type { SigningSettings } from '../signing/signing.settings.js';
import { graphiqlPage } from './graphiql-page.middleware.js';
import { iptPage } from './ipt-page.middleware.js';

type PageConfig = QuerySettings &
  TokenSettings &
  PublicUrlSettings &
  ImageSettings &
  ChainSettings &
  SigningSettings;

/** Pages for browsers, where the settings ask for them. */
export const pagesOf = (config: PageConfig) => [
  ...(config.explorable ? [graphiqlPage()] : []),
  ...pagesForPeople(config),
];

/** What is there where people and programs may have tokens: the page, and how programs find the issuer. */
function pagesForPeople(config: PageConfig) {
  const { authIssuer, authResourceBase } = config;
  if (authIssuer === undefined) return [];
  return [
    protectedResource({ authIssuer, authResourceBase }, RESOURCE),
    pageFor(config, authIssuer),
  ];
}

/** The page for people, who sign in at the issuer. */
function pageFor(config: PageConfig, issuer: string) {
  const { publicUrl, s3Endpoint } = config;
  const chains = chainConfigs(config, config).flatMap(({ chainId, ipnft, tokenizer, ...chain }) =>
    chain.rpcUrls === undefined || ipnft === undefined || tokenizer === undefined
      ? []
      : [
          {
            ...{ id: chainId, ipnft, tokenizer },
            hasDevelopmentWallet: chain.developmentWallet !== undefined,
          },
        ],
  );
  const uploadOrigins = [publicUrl, s3Endpoint]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin);
  return iptPage({ issuer, chains, uploadOrigins });
}
