import '@sextant/web/styles.css';
import './start.css';
import { mount, pageSettings } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { StartPage } from './start-page.js';

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

const signIn = new SignIn({
  ...{ issuer, clientId, scope: 'openid profile', page: path },
  renewed: '/start/renewed.html',
});

mount(<StartPage signIn={signIn} />);
