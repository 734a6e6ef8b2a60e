import { custom, settingsOf } from '@sextant/platform-runtime/config';
import { forwardHosts } from './forward-hosts.js';

/** Applications without a sign-in of their own, behind a proxy that asks here. */
export class ForwardSettings extends settingsOf({
  forwardHosts: custom(
    forwardHosts,
    'FORWARD_HOSTS',
    'Hosts whose proxies ask GET /auth/forward who somebody is, with =role for those that a role opens. None if absent.',
    { example: 'wiki.example.org,grafana.example.org=admin' },
  ),
}) {}
