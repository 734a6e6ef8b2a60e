import '@sextant/web/styles.css';
import './ipt.css';
import { mount, pageSettings, type PageSettings } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { IptPage } from './ipt-page.js';
import type { Chain } from './service.js';

const { chains } = pageSettings() as PageSettings & { readonly chains: readonly Chain[] };

/** The last scope reaches administrators alone: auth-server leaves it out for all others. */
const SCOPE = 'openid profile ipt:read ipt:mint ipt:tokenize ipt:admin';
const signIn = pageSignIn({ scope: SCOPE });

mount(<IptPage signIn={signIn} chains={chains} />);
