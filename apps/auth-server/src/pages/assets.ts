import { BROWSER_STATE_COOKIE } from './session-management.js';

/** Everything with a colour or a font is a custom property, so that a theme needs no more than those. */
export const PAGE_CSS = `
:root {
  --page: #f4f5f7; --card: #fff; --text: #1c2430; --muted: #55606e; --accent: #1a5fb4;
  --accent-text: #fff; --border: #6b7684; --error: #a51d2d; --radius: 8px;
  --font: system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #14181d; --card: #1f252d; --text: #eef1f5; --muted: #b3bdc9; --accent: #78aeed;
    --accent-text: #10151b; --border: #8b96a5; --error: #ff9aa6; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page);
  color: var(--text); font: 1rem/1.5 var(--font); }
main { width: min(28rem, 100%); margin: 1rem; padding: 2rem; background: var(--card);
  border-radius: var(--radius); }
.brand { margin: 0; color: var(--muted); font-weight: 600; }
h1 { margin: 0.25rem 0 1rem; font-size: 1.5rem; }
h2 { font-size: 1rem; }
label { display: block; margin-top: 1rem; font-weight: 600; }
.choice { display: flex; gap: .5rem; align-items: baseline; font-weight: 400; }
.choice input { flex: none; width: auto; }
input { width: 100%; margin-top: 0.25rem; padding: 0.6rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--border); border-radius: var(--radius); }
input[type=hidden] { display: none; }
fieldset { margin: 1.5rem 0 0; border: 1px solid var(--border); border-radius: var(--radius); }
ul { margin: 0; padding-inline-start: 1.25rem; }
a { color: var(--accent); }
.logo { max-height: 3rem; max-width: 100%; }
.links { display: flex; gap: 1rem; font-size: 0.875rem; }
.buttons { display: flex; gap: 0.75rem; flex-wrap: wrap; margin-top: 1.5rem; }
button { padding: 0.6rem 1.2rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--accent-text); background: var(--accent); border: 1px solid var(--accent);
  border-radius: var(--radius); }
button.second { color: var(--accent); background: transparent; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { padding: 0.75rem; color: var(--error); border: 1px solid var(--error);
  border-radius: var(--radius); }
.done { padding: 0.75rem; border: 1px solid var(--accent); border-radius: var(--radius); }
section { margin-top: 2rem; border-top: 1px solid var(--border); }
select { width: 100%; padding: 0.6rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--border); border-radius: var(--radius); }
.codes code { font-size: 1.125rem; letter-spacing: 0.05em; }
.qr svg { width: 12rem; height: 12rem; }
code { unicode-bidi: isolate; }
.key { overflow-wrap: anywhere; }
.hint { margin: 0.25rem 0 0; color: var(--muted); font-size: 0.875rem; }
.away { position: absolute; inset-inline-start: -100rem; }
.code { font-size: 1.75rem; letter-spacing: 0.1em; }
`.trimStart();

/** A compass needle. */
const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#1a5fb4"/><path d="M11 5 9 9 5 11 7 7z" fill="#fff"/></svg>';

/**
 * Signs in with a passkey: when it is chosen where the user name is typed, or by the button. Browsers that do
 * not know WebAuthn level 3 show neither.
 */
const PASSKEY_JS = `
const form = document.getElementById('passkey-form');
const known = window.PublicKeyCredential;
if (form && known && known.parseRequestOptionsFromJSON) {
  const publicKey = known.parseRequestOptionsFromJSON(JSON.parse(form.dataset.options));
  let waiting = new AbortController();
  const send = (credential) => {
    form.elements.passkey.value = JSON.stringify(credential.toJSON());
    const trust = document.querySelector('input[name=trust]');
    if (trust && trust.checked) form.append(trust);
    form.submit();
  };
  // Who closes the browser's window wants to sign in in another way.
  const ask = (options) =>
    navigator.credentials.get({ publicKey, ...options }).then(send, () => undefined);
  form.hidden = false;
  // Says that a passkey can be offered after the sign-in.
  const offer = document.querySelector('input[name=offer]');
  if (offer && known.parseCreationOptionsFromJSON) {
    known.isUserVerifyingPlatformAuthenticatorAvailable().then((can) => {
      if (can) offer.value = 'yes';
    });
  }
  document.getElementById('passkey-button').addEventListener('click', () => {
    waiting.abort();
    ask({});
  });
  if (form.dataset.autofill === 'yes' && known.isConditionalMediationAvailable) {
    known.isConditionalMediationAvailable().then((can) => {
      if (can) ask({ mediation: 'conditional', signal: waiting.signal });
    });
  }
}
`.trimStart();

/** Makes a passkey, and sends it with the form. */
const NEW_PASSKEY_JS = `
const form = document.getElementById('new-passkey');
const known = window.PublicKeyCredential;
if (known && known.parseCreationOptionsFromJSON) {
  form.addEventListener('submit', (event) => {
    if (form.elements.passkey.value !== '') return;
    event.preventDefault();
    const publicKey = known.parseCreationOptionsFromJSON(JSON.parse(form.dataset.options));
    navigator.credentials.create({ publicKey }).then(
      (credential) => {
        form.elements.passkey.value = JSON.stringify(credential.toJSON());
        form.submit();
      },
      () => { document.getElementById('failed').hidden = false; },
    );
  });
} else {
  document.getElementById('failed').hidden = false;
}
`.trimStart();

/** Goes on once, as soon as all frames have loaded, or after three seconds. */
const SUBMIT_JS = `document.forms[0].submit();\n`;

const GO_ON_JS = `
let waits = true;
const goOn = () => {
  if (waits) location.replace(document.getElementById('next').href);
  waits = false;
};
addEventListener('load', goOn);
setTimeout(goOn, 3000);
`.trimStart();

/**
 * SHA-256 in plain JavaScript (FIPS 180-4): \`crypto.subtle\` is missing on plain http and in some
 * browsers, and callers expect an answer at once. The conformance suite's browser (HtmlUnit) knows
 * neither spread nor destructuring.
 */
const SESSION_JS = `
(() => {
  const rotate = (value, bits) => (value >>> bits) | (value << (32 - bits));
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (value) => ((value - Math.floor(value)) * 0x100000000) | 0;
  const K = primes.map((p) => fraction(Math.cbrt(p)));
  const H = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

  function sha256(text) {
    const bytes = Array.from(new TextEncoder().encode(text));
    const bits = bytes.length * 8;
    bytes.push(0x80);
    while (bytes.length % 64 !== 56) bytes.push(0);
    for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / Math.pow(2, shift)) & 255);
    const hash = H.slice();
    for (let at = 0; at < bytes.length; at += 64) {
      const w = [];
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) {
          const j = at + i * 4;
          w[i] = (bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3];
        } else {
          const a = w[i - 15], b = w[i - 2];
          const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
          const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
          w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
        }
      }
      // v[0] to v[7] are the working variables a to h of the standard.
      let v = hash.slice();
      for (let i = 0; i < 64; i += 1) {
        const s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        const t1 = (v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i]) | 0;
        const s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        const t2 = (s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))) | 0;
        v = [(t1 + t2) | 0, v[0], v[1], v[2], (v[3] + t1) | 0, v[4], v[5], v[6]];
      }
      v.forEach((value, i) => { hash[i] = (hash[i] + value) | 0; });
    }
    return hash.map((value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
  }

  function cookie(name) {
    const found = document.cookie.split('; ').find((part) => part.startsWith(name + '='));
    return found ? found.slice(name.length + 1) : '';
  }

  addEventListener('message', (event) => {
    if (event.source === null || event.source === window) return;
    const parts = typeof event.data === 'string' ? event.data.split(' ') : [];
    const sent = (parts[1] || '').split('.');
    const digest = sent[0], salt = sent[1];
    let answer = 'error';
    if (parts.length === 2 && digest && salt) {
      const state = cookie('${BROWSER_STATE_COOKIE}');
      const expected = sha256([parts[0], event.origin, state, salt].join(' '));
      answer = expected === digest ? 'unchanged' : 'changed';
    }
    event.source.postMessage(answer, event.origin);
  });
})();
`.trimStart();

export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** The files of the pages, by name. */
export const assetsWith = (themeCss: string): Readonly<Record<string, Asset>> => ({
  'page.css': { type: 'text/css; charset=utf-8', text: PAGE_CSS },
  'theme.css': { type: 'text/css; charset=utf-8', text: themeCss },
  'icon.svg': { type: 'image/svg+xml', text: ICON_SVG },
  'go-on.js': { type: 'text/javascript; charset=utf-8', text: GO_ON_JS },
  'submit.js': { type: 'text/javascript; charset=utf-8', text: SUBMIT_JS },
  'passkey.js': { type: 'text/javascript; charset=utf-8', text: PASSKEY_JS },
  'new-passkey.js': { type: 'text/javascript; charset=utf-8', text: NEW_PASSKEY_JS },
  'session.js': { type: 'text/javascript; charset=utf-8', text: SESSION_JS },
});
