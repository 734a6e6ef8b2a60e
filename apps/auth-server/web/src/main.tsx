import '@sextant/web/styles.css';
import './start.css';
import { mount } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { StartPage } from './start-page.js';

const signIn = pageSignIn({ scope: 'openid profile', renewed: '/start/renewed.html' });

mount(<StartPage signIn={signIn} />);
