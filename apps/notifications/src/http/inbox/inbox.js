/** What the page does. Text goes in as text: titles with tags in them show their tags. */
const api = '/api/notifications';
const byId = (id) => document.getElementById(id);
let session = JSON.parse(sessionStorage.getItem('session') ?? 'null');
let socket;
let next;

const say = (text) => {
  byId('message').textContent = text;
};

async function signIn(fields) {
  const path = fields.refresh_token ? '/auth/refresh' : '/auth/token';
  const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error('Signing in failed.');
  session = await response.json();
  sessionStorage.setItem('session', JSON.stringify(session));
}

let refreshing;
/** Once for all who ask at the same time: the token is good for one use. */
const refresh = () =>
  (refreshing ??= renew().finally(() => {
    refreshing = undefined;
  }));

async function renew() {
  const { refresh_token } = session ?? {};
  if (!refresh_token) return false;
  try {
    await signIn({ grant_type: 'refresh_token', refresh_token });
    return true;
  } catch {
    return false;
  }
}

async function call(method, path, body, isAgain = false) {
  const response = await fetch(api + path, {
    method,
    headers: {
      authorization: 'Bearer ' + session?.access_token,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.status === 401 && !isAgain && (await refresh()))
    return call(method, path, body, true);
  if (response.status === 401) show(false);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return { answer, link: response.headers.get('link') };
}

const attempt = (work) => async (event) => {
  event?.preventDefault();
  try {
    say('');
    await work(event);
  } catch (error) {
    say(error.message);
  }
};

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function item({ _id, title, fromUserName, createdAt, checked, notificationType }) {
  const text = element('p', { hidden: true });
  const open = element('button', {
    textContent: 'Open',
    onclick: attempt(async () => {
      const { answer } = await call('GET', '/' + _id);
      text.textContent = answer.notification.description ?? '';
      text.hidden = false;
    }),
  });
  const check = element('button', {
    textContent: 'Check',
    hidden: checked,
    onclick: attempt(async () => {
      await call('PUT', '/' + _id + '/check');
      await load();
    }),
  });
  const remove = element('button', {
    textContent: 'Delete',
    onclick: attempt(async () => {
      await call('DELETE', '/' + _id);
      await load();
    }),
  });
  const about = [fromUserName ?? notificationType, new Date(createdAt).toLocaleString()].join(', ');
  return element(
    'li',
    { className: checked ? 'checked' : '' },
    element('h2', { textContent: title }),
    element('p', { textContent: about }),
    text,
    open,
    ' ',
    check,
    ' ',
    remove,
  );
}

async function load() {
  const { answer, link } = await call('GET', '?type=received&limit=50');
  byId('list').replaceChildren(...answer.notifications.map(item));
  follow(link);
}

function follow(link) {
  next = /cursor=([^&>]+)/.exec(link ?? '')?.[1];
  byId('more').hidden = !next;
}

async function loadSettings() {
  const {
    answer: { settings },
  } = await call('GET', '/settings');
  const fields = Object.entries(settings).map(([name, value]) => {
    const isNumber = typeof value === 'number';
    const input = isNumber
      ? element('input', { name, type: 'number', min: 0, max: 40320, value })
      : element('input', { name, type: 'checkbox', checked: value });
    input.onchange = attempt(async () => {
      await call('PUT', '/settings', { [name]: isNumber ? Number(input.value) : input.checked });
      say('Saved.');
    });
    return element('label', {}, input, ' ' + name);
  });
  byId('settings').replaceChildren(...fields);
}

function listen() {
  socket?.close();
  socket = io({
    transports: ['websocket'],
    auth: (send) => send({ token: session?.access_token }),
  });
  socket.on('connect', () => {
    byId('live').textContent = 'live';
    load().catch(() => undefined);
  });
  socket.on('listen', () => load().catch(() => undefined));
  socket.on('disconnect', (reason) => {
    byId('live').textContent = 'offline';
    // The token has run out: a new one opens a new socket.
    if (reason === 'io server disconnect')
      refresh().then((is) => (is ? socket.connect() : show(false)));
  });
  let renewedAt = 0;
  socket.on('connect_error', async () => {
    byId('live').textContent = 'offline';
    // Refused for good, as after a night's sleep: the token has run out. Else the client tries again itself.
    if (socket.active) return;
    if (Date.now() - renewedAt < 10_000) return show(false);
    renewedAt = Date.now();
    if (await refresh()) socket.connect();
    else show(false);
  });
}

const registered = () => navigator.serviceWorker?.getRegistration(api + '/inbox');
const subscribed = async () => (await registered())?.pushManager.getSubscription();

/** The browser may have changed it while no page was open. */
async function keepSubscription() {
  const subscription = await subscribed();
  if (subscription) await call('POST', '/push/subscribe', subscription.toJSON());
}

/** On this browser nothing is to arrive any more for who was signed in. */
async function signOut() {
  const subscription = await subscribed().catch(() => undefined);
  if (subscription) {
    await call('DELETE', '/push/subscribe', { endpoint: subscription.endpoint }).catch(
      () => undefined,
    );
    await subscription.unsubscribe();
  }
  if (session) {
    await fetch('/auth/logout', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + session.access_token },
    }).catch(() => undefined);
  }
  show(false);
}

async function enablePush() {
  const registration = await navigator.serviceWorker.register(api + '/inbox/worker.js', {
    scope: api + '/inbox',
  });
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Push is not allowed.');
  const {
    answer: { publicKey },
  } = await call('GET', '/push/vapid-public-key');
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await call('POST', '/push/subscribe', subscription.toJSON());
  say('Push is enabled.');
}

function show(isSignedIn) {
  byId('inbox').hidden = !isSignedIn;
  byId('sign-in').hidden = isSignedIn;
  byId('sign-out').hidden = !isSignedIn;
  if (!isSignedIn) {
    socket?.close();
    session = null;
    sessionStorage.removeItem('session');
  }
}

async function start() {
  show(true);
  const claims = JSON.parse(
    atob(session.access_token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')),
  );
  byId('user').textContent = claims.userId ?? '';
  listen();
  await Promise.all([load(), loadSettings(), keepSubscription().catch(() => undefined)]);
}

byId('sign-in').onsubmit = attempt(async ({ target }) => {
  const { username, password } = Object.fromEntries(new FormData(target));
  await signIn({ grant_type: 'password', username, password });
  target.reset();
  await start();
});
byId('sign-out').onclick = attempt(signOut);
byId('check-all').onclick = attempt(async () => {
  const { answer } = await call('PUT', '/bulk-check');
  say(answer.checkedCount + ' checked, ' + answer.deletedCount + ' removed.');
  await load();
});
byId('more').onclick = attempt(async () => {
  const { answer, link } = await call('GET', '?type=received&limit=50&cursor=' + next);
  byId('list').append(...answer.notifications.map(item));
  follow(link);
});
byId('enable-push').onclick = attempt(enablePush);
byId('test-push').onclick = attempt(async () => {
  await call('POST', '/push/test');
  say('A test message is on its way.');
});
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (data?.type === 'push') load().catch(() => undefined);
  if (data?.type === 'subscription') keepSubscription().catch(() => undefined);
});
if (session) attempt(start)();
