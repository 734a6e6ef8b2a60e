import '@sextant/web/styles.css';
import './translate.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { TranslatePage } from './translate-page.js';

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

/** The second scope reaches administrators alone: auth-server leaves it out for all others. */
const SCOPE = 'openid profile translate translate:admin';

mount(<TranslatePage signIn={new SignIn({ issuer, clientId, scope: SCOPE, page: path })} />);
