import { addresses, PERSON } from './addresses.mjs';

const AUTHORIZE = `${addresses.issuer}/api/v1/oauth/authorize*`;
const LOGOUT = `${addresses.issuer}/oidc/logout*`;

/** Keeps the page in the log where the module wants a screenshot; a person looks at it later. */
const screenshot = ['wait', 'css', 'main', 10, '[\\s\\S]*', 'update-image-placeholder-optional'];

const answer = (value, before = []) => ({
  match: AUTHORIZE,
  tasks: [
    {
      task: 'Sign in and consent',
      optional: true,
      match: AUTHORIZE,
      commands: [
        ...before,
        ['text', 'name', 'username', PERSON.username, 'optional'],
        ['text', 'name', 'password', PERSON.password, 'optional'],
        // An error page has no button.
        ['click', 'css', `button[name=consent][value=${value}]`, 'optional'],
      ],
    },
    { task: 'An error page', optional: true, match: AUTHORIZE, commands: [screenshot] },
    {
      task: 'Back at the suite',
      optional: true,
      match: `${addresses.suite}/test/*/callback*`,
      commands: [['wait', 'id', 'submission_complete', 10]],
    },
  ],
});

const signOut = {
  match: LOGOUT,
  tasks: [
    {
      task: 'Sign out',
      optional: true,
      match: LOGOUT,
      commands: [screenshot, ['click', 'css', 'button[name=logout][value=yes]', 'optional']],
    },
  ],
};

const session = {
  match: '*session_verify*',
  tasks: [{ task: 'Check the session', commands: [['wait', 'contains', 'session_result', 10]] }],
};

/** What the suite's browser does in the place of a person. */
export const browser = [answer('allow'), signOut, session];

/** As `browser`, but the module wants to see the sign-in page. */
export const looking = [answer('allow', [screenshot])];

/** The module ends with the picture of the sign-in page: nobody signs in. */
export const showing = [{ match: AUTHORIZE, tasks: [{ task: 'Look', commands: [screenshot] }] }];

/** The person says no. */
export const denying = [answer('deny')];

/** The person looks at the first page, and signs in at the second one. */
export const secondTime = [
  {
    match: AUTHORIZE,
    'match-limit': 1,
    tasks: [{ task: 'Look', commands: [['wait', 'name', 'username', 10]] }],
  },
  answer('allow'),
];
