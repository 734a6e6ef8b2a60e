import '@sextant/web/styles.css';
import 'graphiql/style.css';
import 'graphiql/setup-workers/vite';
import './graphiql.css';
import { mount } from '@sextant/web';
import { GraphiqlPage } from './graphiql-page.js';

mount(<GraphiqlPage />);
