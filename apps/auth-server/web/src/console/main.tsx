import '@sextant/web/styles.css';
import './console.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { ConsolePage } from './console-page.js';

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

const signIn = new SignIn({ issuer, clientId, scope: 'openid profile admin', page: path });

mount(<ConsolePage signIn={signIn} issuer={issuer} />);
