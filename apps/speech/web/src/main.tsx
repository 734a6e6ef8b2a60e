import '@sextant/web/styles.css';
import './studio.css';
import { mount } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { StudioPage } from './studio-page.js';

const SCOPE = 'openid profile audio:all voices:all';

mount(<StudioPage signIn={pageSignIn({ scope: SCOPE })} />);
