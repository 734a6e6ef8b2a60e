/** Where everything is: TLS for both sides on this machine, with and without client certificates. */
export const addresses = {
  suite: 'https://localhost:8443',
  suiteMtls: 'https://localhost:8444',
  issuer: 'https://localhost:9443',
  issuerMtls: 'https://localhost:9444',
  server: 'http://127.0.0.1:9442',
  approvals: 'http://127.0.0.1:9441',
};

/** @param {string} alias of a plan @returns {string} what the suite serves for it */
export const base = (alias) => `${addresses.suite}/test/a/sextant-${alias}`;

/** Whom CIBA asks: one client may ask a person five times an hour, so each module has somebody else. */
export const askedPerson = (index) => `conformance-${index + 1}@example.org`;
export const ASKED_PEOPLE = 70;

export const PERSON = { username: 'conformance', password: 'fair-winds-at-the-wharf-9' };
export const ADMIN = { username: 'harbour-master', password: 'lanterns-over-quiet-water-4' };
export const EVENTS_TOKEN = 'events-token-of-the-conformance-run-0123456789';
