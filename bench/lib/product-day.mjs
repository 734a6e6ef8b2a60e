/**
 * What a person does on a day, as docs/scaling.md has it, and how each of it is asked. A day is dealt out in shares, so
 * that a second of the load has all of it in proportion.
 */
const SENTENCE = 'The house is big and the garden is small, but the children like both very much. ';
const TEXT = SENTENCE.repeat(5).slice(0, 400);
const SPOKEN = SENTENCE.repeat(4).slice(0, 300);

/** One of a hundred thousand people. */
const somebody = () => {
  const number = Math.floor(Math.random() * 100_000);
  const user = number.toString(16).padStart(24, '0');
  return { user, userId: `person-${number}`, userName: `Person ${number}` };
};

const json = (body, headers) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/**
 * @param {import('./product-stack.mjs').ProductStack} stack
 * @returns {Promise<{ what: string, service: string, share: number, ask: () => Promise<Response> }[]>} `share`: times a day
 */
export async function aDay({ urls, credentials }) {
  const people = credentials.auth_server.users;
  const refreshTokens = [];
  const bearer = (token) => ({ authorization: `Bearer ${token}` });
  const signIn = (name, scope) =>
    fetch(`${urls['auth-server']}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', scope, ...people[name] }),
    });
  const read = async (answer) => {
    const fields = await answer.clone().json();
    if (fields.refresh_token !== undefined) refreshTokens.push(fields.refresh_token);
    return answer;
  };
  const tokenOf = async (name) => (await (await signIn(name, 'notifications')).json()).access_token;
  const [manager, student] = [await tokenOf('manager'), await tokenOf('student')];
  const { confidential } = credentials.auth_server.clients;
  const basic = Buffer.from(`${confidential.client_id}:${confidential.client_secret}`);
  const key = { authorization: `DeepL-Auth-Key ${credentials.translate.auth_key}` };
  const query = '{ symbolAvailable(symbol: "FREE", chainId: 11155111) { available isSuccess } }';
  const alert = () => {
    const labels = { alertname: `a-${Math.random()}` };
    return { alerts: [{ status: 'firing', labels, startsAt: new Date().toISOString() }] };
  };
  const refresh = async () => {
    const refresh_token = refreshTokens.shift();
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token });
    return read(await fetch(`${urls['auth-server']}/auth/refresh`, { method: 'POST', body }));
  };
  const machine = () =>
    fetch(`${urls['auth-server']}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic.toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read' }),
    });

  return [
    {
      what: 'sign-ins by password',
      service: 'auth-server',
      share: 1,
      ask: async () => read(await signIn('teacher', 'notifications')),
    },
    {
      what: 'refreshed tokens',
      service: 'auth-server',
      share: 5,
      ask: () => (refreshTokens.length > 0 ? refresh() : machine()),
    },
    {
      ...{ what: 'texts of 400 characters', service: 'translate', share: 5 },
      ask: () =>
        fetch(
          `${urls.translate}/v2/translate`,
          json({ text: [TEXT], source_lang: 'EN', target_lang: 'ES' }, key),
        ),
    },
    {
      ...{ what: '300 characters spoken, MP3', service: 'speech', share: 1 },
      ask: () =>
        fetch(
          `${urls.speech}/v1/audio/speech`,
          json(
            { input: SPOKEN, voice_id: 'george', audio_format: 'mp3' },
            bearer(credentials.speech.api_key),
          ),
        ),
    },
    {
      ...{ what: 'notifications', service: 'notifications', share: 10 },
      ask: () =>
        fetch(
          `${urls.notifications}/api/notifications`,
          json(
            { toUserList: [somebody()], title: 'Homework', description: 'Read it.' },
            bearer(manager),
          ),
        ),
    },
    {
      ...{ what: 'lists of notifications', service: 'notifications', share: 5 },
      ask: () =>
        fetch(`${urls.notifications}/api/notifications?type=received`, {
          headers: bearer(student),
        }),
    },
    {
      ...{ what: 'reads of IP-NFTs', service: 'ipt-graphql', share: 1 },
      ask: () =>
        fetch(
          `${urls['ipt-graphql']}/graphql`,
          json({ query }, { 'x-api-key': credentials.ipt_graphql.api_key }),
        ),
    },
    {
      ...{ what: 'alerts', service: 'relay', share: 1 },
      ask: () => fetch(`${urls.relay}/relay/alertmanager`, json(alert(), {})),
    },
  ];
}
