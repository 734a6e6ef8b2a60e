import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { CronJob, Job } from 'kubernetes-types/batch/v1.js';
import type {
  ConfigMap,
  Namespace,
  Node,
  Pod,
  PodTemplateSpec,
  Secret,
  Service,
} from 'kubernetes-types/core/v1.js';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import type { Ingress } from 'kubernetes-types/networking/v1.js';
import type { Role } from 'kubernetes-types/rbac/v1.js';

/** Every value that must never leave the relay is this one. */
export const SECRET_VALUE = 'hunter2';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

const metadata = (name: string): ObjectMeta => ({
  name,
  namespace: 'shop',
  uid: '8c1d0bb5-5e1f-4b7e-9d6e-5f0ad7a1b001',
  resourceVersion: '12345',
  creationTimestamp: '2026-11-21T07:03:23Z',
  labels: { 'app.kubernetes.io/name': 'web' },
  annotations: { [LAST_APPLIED]: SECRET_VALUE, owner: 'team-a' },
  managedFields: [
    { manager: SECRET_VALUE, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' },
  ],
});

const template: PodTemplateSpec = {
  metadata: metadata('web'),
  spec: {
    initContainers: [{ name: 'init', env: [{ name: 'A', value: SECRET_VALUE }] }],
    containers: [
      {
        name: 'web',
        image: 'registry.example/web:1.0',
        env: [
          { name: 'PASSWORD', value: SECRET_VALUE },
          { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'web', key: 'token' } } },
        ],
        resources: { limits: { cpu: '1', memory: '1Gi' } },
      },
    ],
  },
};
const selector = { matchLabels: { 'app.kubernetes.io/name': 'web' } };

interface Objects {
  readonly Namespace: Namespace;
  readonly Node: Node;
  readonly ReplicaSet: ReplicaSet;
  readonly StatefulSet: StatefulSet;
  readonly DaemonSet: DaemonSet;
  readonly Secret: Secret;
  readonly Ingress: Ingress;
  readonly CronJob: CronJob;
  readonly Job: Job;
  readonly ConfigMap: ConfigMap;
  readonly Role: Role;
  readonly Deployment: Deployment;
  readonly Service: Service;
  readonly Pod: Pod;
}

/** One object of each relayed kind, as the published types of the API have them. */
export const objectsNamed = (name: string): Objects => ({
  Namespace: { apiVersion: 'v1', kind: 'Namespace', metadata: metadata(name) },
  Node: {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadata(name),
    spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] },
  },
  ReplicaSet: {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: metadata(name),
    spec: { replicas: 2, selector, template },
  },
  StatefulSet: {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: metadata(name),
    spec: { serviceName: 'web', selector, template },
  },
  DaemonSet: {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: metadata(name),
    spec: { selector, template },
  },
  Secret: {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadata(name),
    type: 'Opaque',
    data: { password: SECRET_VALUE },
    stringData: { token: SECRET_VALUE },
  },
  Ingress: {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadata(name),
    spec: { rules: [{ host: 'shop.example' }] },
  },
  CronJob: {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadata(name),
    spec: { schedule: '0 * * * *', jobTemplate: { spec: { template } } },
  },
  Job: { apiVersion: 'batch/v1', kind: 'Job', metadata: metadata(name), spec: { template } },
  ConfigMap: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(name),
    data: { 'app.properties': SECRET_VALUE },
    binaryData: { blob: SECRET_VALUE },
  },
  Role: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: metadata(name),
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  },
  Deployment: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(name),
    spec: { replicas: 3, selector, template },
  },
  Service: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(name),
    spec: { ports: [{ port: 80 }], selector: { app: 'web' } },
  },
  Pod: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(name),
    ...(template.spec === undefined ? {} : { spec: template.spec }),
  },
});
