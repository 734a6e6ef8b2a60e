import { serveWeb } from '@sextant/platform-http';
import type { RequestHandler } from 'express';

const PATH = '/ipt';
/** The public client of this page at auth-server: tokens of other pages do nothing here. */
const CLIENT_ID = 'sextant-ipt';
/** What else there is below the path: for programs. */
const API = /^\/ipt\/(keys|wallet|ipnfts)(\/|$)/i;

export interface IptPageOptions {
  readonly issuer: string;
  readonly chains: readonly PageChain[];
  /** Where images are uploaded to, if not to the page's own origin. */
  readonly uploadOrigins: readonly string[];
}

/** What the page is told of a chain. */
export interface PageChain {
  readonly id: number;
  readonly ipnft: string;
  readonly tokenizer: string;
  /** Whether people without a wallet may use the development account. */
  readonly hasDevelopmentWallet: boolean;
}

/** The gallery, and minting and tokenizing for people, who sign in at the issuer. */
export const iptPage = ({ issuer, chains, uploadOrigins }: IptPageOptions): RequestHandler =>
  serveWeb({
    folder: new URL('../../web/dist/', import.meta.url),
    path: PATH,
    signIn: { issuer, clientId: CLIENT_ID },
    settings: { chains },
    policy: { origins: uploadOrigins },
    isMeant: (request) => !API.test(request.path),
  });
