import '@sextant/web/styles.css';
import './inbox.css';
import { mount, pageSettings, part, partsBelow } from '@sextant/web';
import { SignIn } from '@sextant/web/session';
import { InboxPage } from './inbox-page.js';

const OperationsPage = part(
  async () => (await import('./operations/operations-page.js')).OperationsPage,
);

const { issuer, clientId, path } = pageSettings() as {
  readonly issuer: string;
  readonly clientId: string;
  readonly path: string;
};

const operations = `${path}/operations`;
const isOperations = partsBelow(operations, location.pathname.replace(/\/$/, '')) !== undefined;

const signIn = new SignIn({
  ...{ issuer, clientId },
  scope: `openid profile notifications${isOperations ? ' notifications:admin' : ''}`,
  page: isOperations ? operations : path,
});

mount(isOperations ? <OperationsPage signIn={signIn} /> : <InboxPage signIn={signIn} />);
