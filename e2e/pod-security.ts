/** What of a pod the standard looks at. */
export interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly volumes?: readonly (Readonly<Record<string, unknown>> & {
    readonly secret?: { readonly secretName: string };
  })[];
  readonly containers: readonly PodContainer[];
  readonly initContainers?: readonly PodContainer[];
}

interface PodContainer {
  readonly name: string;
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef?: SecretKey };
  }[];
  readonly ports?: readonly { readonly hostPort?: number }[];
  readonly securityContext?: SecurityContext;
}

interface SecretKey {
  readonly key: string;
  readonly name: string;
  readonly optional?: boolean;
}

interface SecurityContext {
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly procMount?: string;
  readonly sysctls?: readonly object[];
  readonly seccompProfile?: { readonly type: string };
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
}

const VOLUMES = new Set([
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim'],
  ...['projected', 'secret'],
]);

/**
 * What keeps a pod out of a namespace with the Pod Security Standard `restricted`.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
 */
export function violationsOf(pod: PodSpec): string[] {
  const { hostNetwork, hostPID, hostIPC, securityContext, volumes = [] } = pod;
  const found = [
    ...(hostNetwork === true || hostPID === true || hostIPC === true ? ['host namespaces'] : []),
    ...((securityContext?.sysctls ?? []).length > 0 ? ['sysctls'] : []),
    ...volumes
      .flatMap((volume) => Object.keys(volume).filter((key) => key !== 'name'))
      .filter((type) => !VOLUMES.has(type))
      .map((type) => `volume ${type}`),
  ];
  const all = [...pod.containers, ...(pod.initContainers ?? [])];
  return [...found, ...all.flatMap((container) => ofContainer(container, securityContext))];
}

type Rule = readonly [
  rule: string,
  isBroken: (own: SecurityContext, both: SecurityContext) => boolean,
];

/** `both`: the container's own, and the pod's where it says nothing. */
const RULES: readonly Rule[] = [
  ['privileged', (own) => own.privileged === true],
  ['allowPrivilegeEscalation', (own) => own.allowPrivilegeEscalation !== false],
  ['runAsNonRoot', (_, both) => both.runAsNonRoot !== true],
  ['runAsUser', (_, both) => both.runAsUser === 0],
  [
    'seccompProfile',
    (_, both) => !/^(RuntimeDefault|Localhost)$/.test(both.seccompProfile?.type ?? ''),
  ],
  ['capabilities.drop', (own) => own.capabilities?.drop?.includes('ALL') !== true],
  [
    'capabilities.add',
    (own) => (own.capabilities?.add ?? []).some((one) => one !== 'NET_BIND_SERVICE'),
  ],
  ['procMount', (own) => (own.procMount ?? 'Default') !== 'Default'],
];

function ofContainer(container: PodContainer, pod: SecurityContext = {}): string[] {
  const own = container.securityContext ?? {};
  const broken = RULES.filter(([, isBroken]) => isBroken(own, { ...pod, ...own }));
  const hasHostPort = container.ports?.some(({ hostPort }) => (hostPort ?? 0) > 0) === true;
  return [...broken.map(([rule]) => rule), ...(hasHostPort ? ['hostPort'] : [])].map(
    (rule) => `${container.name}: ${rule}`,
  );
}
