import { anAddress, aPattern, aText, someTexts, textsWith } from './names.js';

const KINDS = ['events', 'pods'] as const;

export const kubernetesOptions = {
  kubernetesWatch: someTexts({
    name: 'KUBERNETES_IN_WATCH',
    description: `What is watched in the cluster: ${KINDS.join(', ')}.`,
    example: KINDS.join(','),
  }),
  kubernetesUrl: anAddress({
    name: 'KUBERNETES_IN_URL',
    description: 'Address of the API server; that of the cluster that it runs in if absent.',
    example: 'https://kubernetes.default.svc',
  }),
  kubernetesToken: aText({
    name: 'KUBERNETES_IN_TOKEN',
    description: 'Token, or a file with it; that of the ServiceAccount if absent.',
    example: '/var/run/secrets/kubernetes.io/serviceaccount/token',
    secret: true,
  }),
  kubernetesCa: aText({
    name: 'KUBERNETES_IN_CA',
    description: 'Authority of the API server in PEM, or a file; that of the pod if absent.',
    example: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
  }),
  kubernetesTypes: textsWith(
    {
      name: 'KUBERNETES_IN_TYPES',
      description: 'Types of events that are relayed.',
      example: 'Warning,Normal',
    },
    ['Warning'],
  ),
  kubernetesReasons: aPattern({
    name: 'KUBERNETES_IN_REASONS',
    description: 'Regular expression over the reasons of what is relayed; all if absent.',
    example: '^(BackOff|FailedScheduling|OOMKilled)$',
  }),
  kubernetesNamespaces: someTexts({
    name: 'KUBERNETES_IN_NAMESPACES',
    description: 'Namespaces that are relayed; all if absent.',
    example: 'shop,payments',
  }),
};

/** Why the kinds are none. */
export const watchComplaint = (kinds: readonly string[] = []): string | undefined => {
  const wrong = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind));
  return wrong === undefined
    ? undefined
    : `--kubernetes-in-watch: ${wrong} is none of ${KINDS.join(', ')}`;
};
