import '@sextant/web/styles.css';
import './console.css';
import { mount } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { ConsolePage } from './console-page.js';

const signIn = pageSignIn({ scope: 'openid profile relay:admin' });

mount(<ConsolePage signIn={signIn} />);
