import '@sextant/web/styles.css';
import './studio.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { StudioPage } from './studio-page.js';

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

const SCOPE = 'openid profile audio:all voices:all';

mount(<StudioPage signIn={new SignIn({ issuer, clientId, scope: SCOPE, page: path })} />);
