import type { Manifest } from '../kubernetes-schemas.js';

/** Where the webhook of the manifests looks. */
export const WATCHED_NAMESPACE = 'shop';

/** Nothing that a Secret or a ConfigMap holds may leave relay. */
export const SECRET_VALUE = 'hunter2-of-the-cluster';

interface Watched {
  /** As rules of webhooks name it. */
  readonly resource: string;
  readonly manifest: Manifest;
}

const selector = { matchLabels: { app: 'watched' } };
const containers = [
  { name: 'web', image: 'registry.example/web:1.0', env: [{ name: 'TOKEN', value: SECRET_VALUE }] },
];
const template = { metadata: { labels: selector.matchLabels }, spec: { containers } };
const scaled = { spec: { replicas: 1, selector, template } };
const jobTemplate = { spec: { containers, restartPolicy: 'Never' } };
const backend = { service: { name: 'web', port: { number: 80 } } };
const route = { http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } };

/** One object of each kind that relay tells of, the smallest that an API server takes. */
export function objectsIn(namespace: string, prefix = 'watched'): readonly Watched[] {
  const of = (apiVersion: string, kind: string, resource: string, more: object): Watched => ({
    resource,
    manifest: {
      ...{ apiVersion, kind },
      metadata: { name: `${prefix}-${kind.toLowerCase()}`, ...placeOf(kind, namespace) },
      ...more,
    },
  });
  return [
    of('v1', 'Namespace', 'namespaces', {}),
    of('v1', 'Node', 'nodes', {}),
    of('v1', 'Secret', 'secrets', { stringData: { password: SECRET_VALUE } }),
    of('v1', 'ConfigMap', 'configmaps', { data: { password: SECRET_VALUE } }),
    of('v1', 'Service', 'services', { spec: { ports: [{ port: 80 }] } }),
    of('v1', 'Pod', 'pods', { spec: { containers } }),
    of('apps/v1', 'ReplicaSet', 'replicasets', scaled),
    of('apps/v1', 'StatefulSet', 'statefulsets', { spec: { ...scaled.spec, serviceName: 'web' } }),
    of('apps/v1', 'DaemonSet', 'daemonsets', { spec: { selector, template } }),
    of('apps/v1', 'Deployment', 'deployments', scaled),
    of('batch/v1', 'CronJob', 'cronjobs', {
      spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: jobTemplate } } },
    }),
    of('batch/v1', 'Job', 'jobs', { spec: { template: jobTemplate } }),
    of('networking.k8s.io/v1', 'Ingress', 'ingresses', { spec: { rules: [route] } }),
    of('rbac.authorization.k8s.io/v1', 'Role', 'roles', {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
  ];
}

const placeOf = (kind: string, namespace: string) =>
  kind === 'Namespace' || kind === 'Node' ? {} : { namespace };
