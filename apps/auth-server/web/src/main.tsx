import '@sextant/web/styles.css';
import './start.css';
import { mount } from '@sextant/web';
import { StartPage } from './start-page.js';

mount(<StartPage />);
