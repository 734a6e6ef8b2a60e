import { hasScope } from '@sextant/platform-api-keys';
import { problem } from '@sextant/platform-errors';
import { planOf, SCOPES } from '../domain/developer-keys.js';
export const AUTH_ERRORS = {
    invalidKey: problem('invalid_auth_key', 403, 'Authorization failed. Please supply a valid DeepL-Auth-Key via the Authorization header.'),
    wrongHost: problem('wrong_host', 403, 'Wrong endpoint.')
};
const HEADER = /^DeepL-Auth-Key\s+(\S+)\s*$/i;
/** The addresses of files hold a secret of their own instead of a key. */ const OPEN_PATHS = /^\/(health|docs|metrics)(\/|$)|^\/v3\/translation_memories\/files\/[^/]+\/[^/]+$/;
const keyOfRequest = new WeakMap();
/** The key that a request was accepted with. */ export const apiKeyOf = (request)=>keyOfRequest.get(request);
/**
 * Lets nothing through without an active key that may translate, but health, metrics and
 * documentation. It runs before bodies are read, so that strangers cost little.
 */ export function requireAuthKey(keys, hosts = {}) {
    return (request, _response, next)=>{
        if (OPEN_PATHS.test(request.path)) {
            next();
            return;
        }
        const secret = HEADER.exec(request.headers.authorization ?? '')?.[1] ?? '';
        keys.verify(secret).then((key)=>{
            if (key === undefined || !hasScope(key, SCOPES.translate)) throw AUTH_ERRORS.invalidKey();
            requireHost(request.hostname, planOf(key), hosts);
            keyOfRequest.set(request, key);
            next();
        }).catch(next);
    };
}
/** A key of one plan at the host of the other is sent to its own, as official clients would have chosen. */ function requireHost(hostname, plan, hosts) {
    const own = hosts[plan];
    if (own === undefined || hostname === own || !Object.values(hosts).includes(hostname)) return;
    throw AUTH_ERRORS.wrongHost({
        message: `Wrong endpoint. Use https://${own}`
    });
}

//# sourceMappingURL=auth-key.js.map