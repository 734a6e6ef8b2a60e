/** The inbox of one user, as a page that works alone. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Notifications</title>
    <link rel="stylesheet" href="/api/notifications/inbox/style.css" />
  </head>
  <body>
    <header>
      <h1>Notifications</h1>
      <p><span id="user"></span> <button id="sign-out" hidden>Sign out</button></p>
    </header>
    <p id="message" role="status"></p>
    <form id="sign-in">
      <label>User name <input name="username" autocomplete="username" required /></label>
      <label>Password
        <input name="password" type="password" autocomplete="current-password" required /></label>
      <button>Sign in</button>
    </form>
    <main id="inbox" hidden>
      <p>
        <button id="check-all">Check all</button>
        <button id="enable-push">Enable push</button>
        <button id="test-push">Send test push</button>
        <span id="live">offline</span>
      </p>
      <ul id="list" aria-label="Notifications"></ul>
      <button id="more" hidden>More</button>
      <details>
        <summary>Settings</summary>
        <form id="settings" aria-label="Settings"></form>
      </details>
    </main>
    <script src="/api/notifications/inbox/socket.io.js"></script>
    <script src="/api/notifications/inbox/inbox.js" type="module"></script>
  </body>
</html>
`;

export const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 44rem; padding: 1rem; color: #1c2024; background: #fff; }
header { display: flex; justify-content: space-between; align-items: baseline; }
form label { display: block; margin: .5rem 0; }
button { font: inherit; padding: .3rem .8rem; border: 1px solid #8b8d98; border-radius: .3rem; background: #f0f0f3; color: inherit; cursor: pointer; }
ul { list-style: none; padding: 0; }
li { border: 1px solid #d9d9e0; border-radius: .4rem; padding: .6rem .8rem; margin: .5rem 0; }
li.checked { color: #60646c; }
li h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
li p { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #edeef0; background: #111113; } button { background: #2e3135; } }
`;
