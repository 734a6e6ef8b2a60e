import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { findService, parseRoutes, readIngressRoutes } from './gateway-routes.mjs';
import { services } from '../lib/project.mjs';

const path = (at, pathType, name) => ({ path: at, pathType, backend: { service: { name } } });
const routesOf = (...paths) =>
  parseRoutes(JSON.stringify({ spec: { rules: [{ http: { paths } }] } }));

describe('routes of the Ingress', () => {
  it('matches a prefix by whole path elements', () => {
    const routes = routesOf(path('/v2', 'Prefix', 'translate'));

    for (const url of ['/v2', '/v2/', '/v2/usage', '/v2?a=/v3', '/v2/x?y']) {
      assert.equal(findService(routes, url), 'translate', url);
    }
    for (const url of ['/', '/v2x', '/v', '/V2', '//v2', '/x/v2', '/v2%2Fusage', '']) {
      assert.equal(findService(routes, url), undefined, url);
    }
  });

  it('ignores a slash at the end of a prefix', () => {
    assert.equal(findService(routesOf(path('/v2/', 'Prefix', 'translate')), '/v2'), 'translate');
  });

  it('prefers the longest prefix, whatever the order', () => {
    const routes = routesOf(
      path('/', 'Prefix', 'relay'),
      path('/v1', 'Prefix', 'speech'),
      path('/v1/jobs', 'Prefix', 'translate'),
    );

    assert.equal(findService(routes, '/v1/jobs/7'), 'translate');
    assert.equal(findService(routes, '/v1/jobsx'), 'speech');
    assert.equal(findService(routes, '/v3'), 'relay');
  });

  it('matches an exact path only as it stands, and before a prefix', () => {
    const routes = routesOf(path('/a', 'Prefix', 'relay'), path('/a', 'Exact', 'speech'));

    assert.equal(findService(routes, '/a'), 'speech');
    assert.equal(findService(routes, '/a/'), 'relay');
  });

  it('leads every public path to its service', () => {
    const routes = readIngressRoutes();

    const expected = {
      translate: '/v2 /v3 /v1/jobs /v1/quality-evaluation /libretranslate',
      'auth-server':
        '/api/v1/oauth /oauth /oidc /auth /account /admin /scim /ssf /upstream /.well-known /session',
      notifications: '/api/notifications /socket.io',
      speech:
        '/v1/audio /v1/voices /v1/models /v1/text-to-speech /v1/text-to-dialogue /v1/speech-to-text ' +
        '/v1/pronunciation-dictionaries /v1/realtime /v2/voices /v1/admin /v1/auth',
      'ipt-graphql': '/graphql /ipfs /uploads',
      relay: '/relay',
    };
    for (const { name } of services) {
      for (const url of [...expected[name].split(' '), `/docs/${name}`]) {
        assert.equal(findService(routes, url), name, url);
        assert.equal(findService(routes, `${url}/below`), name, url);
      }
    }
  });
});
