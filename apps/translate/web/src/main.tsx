import '@sextant/web/styles.css';
import './translate.css';
import { mount } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { TranslatePage } from './translate-page.js';

/** The second scope reaches administrators alone: auth-server leaves it out for all others. */
const SCOPE = 'openid profile translate translate:admin';

mount(<TranslatePage signIn={pageSignIn({ scope: SCOPE })} />);
