/** @typedef {import('./gateway-routes.mjs').Route} Route */

/**
 * The gateway's own page: each service with its documentation and its paths.
 *
 * @param {object} options
 * @param {Route[]} options.routes
 * @param {readonly string[]} options.services in the order to show
 * @param {readonly string[]} options.started the others have no documentation to link
 * @returns {string} HTML
 */
export function renderPage({ routes, services, started }) {
  return pageWith(`<h1>Sextant</h1>
<p>Six services behind one address. Each one documents its interface.</p>
<table>
<caption>Services of this gateway</caption>
<thead><tr><th scope="col">Service</th><th scope="col">Documentation</th><th scope="col">Paths</th></tr></thead>
<tbody>
${services.map((service) => renderService(service, routes, started.includes(service))).join('\n')}
</tbody>
</table>`);
}

/** @returns {string} HTML for a path that no service has; nothing of the path is in it */
export const renderNotFound = () =>
  pageWith(`<h1>Page not found</h1>
<p>No service has this path. Check the address, or open the <a href="/">start page</a>.</p>`);

const pageWith = (content) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Sextant</title>
<style>
body { --page: #f4f5f7; --text: #1c2430; --accent: #1a5fb4; font: 1rem/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto;
  padding: 0 1rem; color-scheme: light dark; background: var(--page); color: var(--text); }
@media (prefers-color-scheme: dark) { body { --page: #14181d; --text: #eef1f5; --accent: #78aeed; } }
.brand, a { color: var(--accent); }
.brand { font-weight: 700; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886; }
</style>
</head>
<body>
<header class="brand">Sextant</header>
<main>
${content}
</main>
</body>
</html>
`;

function renderService(service, routes, isStarted) {
  const docs = `/docs/${service}`;
  const paths = routes
    .filter((route) => route.service === service && route.path !== docs)
    .map(({ path }) => `<code>${escapeHtml(path)}</code>`)
    .sort();

  const name = escapeHtml(service);
  const link = `<a href="${escapeHtml(docs)}">Documentation of ${name}</a>`;
  return `<tr><th scope="row">${name}</th><td>${isStarted ? link : 'not started'}</td><td>${paths.join(' ')}</td></tr>`;
}

const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
