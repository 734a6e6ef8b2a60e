import '@sextant/web/styles.css';
import './console.css';
import { mount, pageSettings } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { ConsolePage } from './console-page.js';

const signIn = pageSignIn({ scope: 'openid profile admin' });

mount(<ConsolePage signIn={signIn} issuer={pageSettings().issuer} />);
