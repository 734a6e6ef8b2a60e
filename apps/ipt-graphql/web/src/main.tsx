import '@sextant/web/styles.css';
import './ipt.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { IptPage } from './ipt-page.js';
import type { Chain } from './service.js';

const { issuer, clientId, path, chains } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
  readonly chains: readonly Chain[];
};

/** The last scope reaches administrators alone: auth-server leaves it out for all others. */
const SCOPE = 'openid profile ipt:read ipt:mint ipt:tokenize ipt:admin';
const signIn = new SignIn({ issuer, clientId, scope: SCOPE, page: path });

mount(<IptPage signIn={signIn} chains={chains} />);
