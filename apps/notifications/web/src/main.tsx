import '@sextant/web/styles.css';
import './inbox.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { InboxPage } from './inbox-page.js';

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

const signIn = new SignIn({ issuer, clientId, scope: 'openid profile notifications', page: path });

mount(<InboxPage signIn={signIn} />);
