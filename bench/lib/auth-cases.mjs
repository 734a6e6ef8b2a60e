import {
  BASIC,
  exchange,
  form,
  FORM,
  machineToken,
  newCode,
  PATHS,
  signedIn,
} from './auth-flows.mjs';
import { load } from './load.mjs';
import { flow, send } from './workers.mjs';

/**
 * Every case, as a function from a server to figures.
 *
 * @param {{ connections: number, seconds: number }} options
 */
export const authCases = ({ connections, seconds }) => ({
  client_credentials: (server) => load(server.url, machineToken(server), { connections, seconds }),
  'client_credentials, JWT': (server) =>
    load(
      server.url,
      machineToken(server, server.kind === 'bare' ? { resource: 'urn:bench' } : {}),
      { connections, seconds },
    ),
  'code exchange': (server) =>
    flow(
      async (state, timed) => {
        const code = await newCode(server, state);
        return (await timed(() => exchange(server, code))).status === 200;
      },
      { connections, seconds, prepare: () => signedIn(server) },
    ),
  'refresh with ID token': (server) =>
    flow(
      async (state, timed) => {
        const answer = await timed(() =>
          send(server.url + PATHS[server.kind].token, {
            method: 'POST',
            headers: BASIC,
            form: { grant_type: 'refresh_token', refresh_token: state.token },
          }),
        );
        state.token = JSON.parse(answer.text).refresh_token;
        return answer.status === 200;
      },
      {
        connections,
        seconds,
        prepare: async () => {
          const code = await newCode(server, await signedIn(server));
          return { token: JSON.parse((await exchange(server, code)).text).refresh_token };
        },
      },
    ),
  introspection: async (server) => {
    const answer = await send(server.url + PATHS[server.kind].token, {
      method: 'POST',
      headers: BASIC,
      form: { grant_type: 'client_credentials', scope: 'read' },
    });
    const { access_token } = JSON.parse(answer.text);
    const body = form({ token: access_token, token_type_hint: 'access_token' });
    const path = PATHS[server.kind].introspect;
    return load(server.url, [{ method: 'POST', path, headers: FORM, body }], {
      connections,
      seconds,
    });
  },
  userinfo: async (server) => {
    const code = await newCode(server, await signedIn(server));
    const { access_token } = JSON.parse((await exchange(server, code)).text);
    const headers = { authorization: `Bearer ${access_token}` };
    const path = PATHS[server.kind].userinfo;
    return load(server.url, [{ method: 'GET', path, headers }], { connections, seconds });
  },
  discovery: (server) =>
    load(server.url, [{ method: 'GET', path: '/.well-known/openid-configuration' }], {
      connections,
      seconds,
    }),
  'key set': (server) =>
    load(server.url, [{ method: 'GET', path: PATHS[server.kind].jwks }], { connections, seconds }),
});
