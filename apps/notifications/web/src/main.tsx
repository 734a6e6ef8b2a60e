import '@sextant/web/styles.css';
import './inbox.css';
import { mount, pageSettings, part, partsBelow } from '@sextant/web';
import { pageSignIn } from '@sextant/web/session';
import { InboxPage } from './inbox-page.js';

const OperationsPage = part(
  async () => (await import('./operations/operations-page.js')).OperationsPage,
);

const { path } = pageSettings();

const operations = `${path}/operations`;
const isOperations = partsBelow(operations, location.pathname.replace(/\/$/, '')) !== undefined;

const signIn = pageSignIn({
  scope: `openid profile notifications${isOperations ? ' notifications:admin' : ''}`,
  page: isOperations ? operations : path,
});

mount(isOperations ? <OperationsPage signIn={signIn} /> : <InboxPage signIn={signIn} />);
