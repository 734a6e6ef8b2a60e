/** Shows messages, and subscribes anew when the browser ends a subscription; a page tells the service. */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const message = event.data?.json() ?? {};
  const { id, title = 'Notification', body = '', silent = false } = message;
  const shown = self.registration.showNotification(title, { body, silent, tag: id, data: message });
  const told = self.clients
    .matchAll({ type: 'window', includeUncontrolled: true })
    .then((pages) => pages.forEach((page) => page.postMessage({ type: 'push' })));
  event.waitUntil(Promise.all([shown, told]));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const { options } = event.oldSubscription ?? {};
  if (!options) return;
  const renewed = self.registration.pushManager
    .subscribe(options)
    .then(() => self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    .then((pages) => pages.forEach((page) => page.postMessage({ type: 'subscription' })));
  event.waitUntil(renewed);
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const opened = self.clients
    .matchAll({ type: 'window', includeUncontrolled: true })
    .then((pages) => pages.find(({ url }) => new URL(url).pathname.split('/', 2)[1] === 'inbox'))
    .then((inbox) => inbox?.focus() ?? self.clients.openWindow('/inbox'));
  event.waitUntil(opened);
});
