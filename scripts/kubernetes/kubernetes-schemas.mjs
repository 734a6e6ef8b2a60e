/**
 * Writes `k8s/schemas` and `docker/compose.schema.json`: what the API servers of Kubernetes and of the operators that the overlays name say of each kind,
 * made strict (no member that they do not know) and without what checks nothing. Tests check the manifests against it.
 *
 *     node scripts/kubernetes/kubernetes-schemas.mjs    # needs Internet and `unzip`; the versions stand below
 *
 * The sources are modules of Go's proxy, which never change once they are there.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';

import { projectDir } from '../lib/project.mjs';

const PROXY = 'https://proxy.golang.org';
const OUT = join(projectDir, 'k8s', 'schemas');

const KUBERNETES = {
  file: 'kubernetes.json',
  module: 'k8s.io/kubernetes',
  version: 'v1.32.13',
  licence: 'Apache-2.0',
  documents: {
    'api/openapi-spec/v3/api__v1_openapi.json': [
      ...['ConfigMap', 'Namespace', 'PersistentVolumeClaim', 'Secret', 'Service'],
      'ServiceAccount',
    ],
    'api/openapi-spec/v3/apis__admissionregistration.k8s.io__v1_openapi.json': [
      'ValidatingWebhookConfiguration',
    ],
    'api/openapi-spec/v3/apis__apps__v1_openapi.json': ['Deployment', 'StatefulSet'],
    'api/openapi-spec/v3/apis__autoscaling__v2_openapi.json': ['HorizontalPodAutoscaler'],
    'api/openapi-spec/v3/apis__batch__v1_openapi.json': ['CronJob', 'Job'],
    'api/openapi-spec/v3/apis__networking.k8s.io__v1_openapi.json': ['Ingress', 'NetworkPolicy'],
    'api/openapi-spec/v3/apis__policy__v1_openapi.json': ['PodDisruptionBudget'],
    'api/openapi-spec/v3/apis__rbac.authorization.k8s.io__v1_openapi.json': [
      ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    ],
  },
};

/** Of custom resources: the files of their definitions. */
const OPERATORS = [
  {
    file: 'prometheus-operator.json',
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    licence: 'Apache-2.0',
    definitions: ['podmonitors', 'prometheusrules'].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  {
    file: 'external-secrets.json',
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    licence: 'Apache-2.0',
    definitions: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  },
  {
    file: 'cloudnative-pg.json',
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.27.0',
    licence: 'Apache-2.0',
    definitions: ['clusters', 'databases', 'scheduledbackups'].map(
      (kind) => `config/crd/bases/postgresql.cnpg.io_${kind}.yaml`,
    ),
  },
];

/** What docker/compose.yaml is checked against: as it is. */
const COMPOSE = {
  file: join('..', '..', 'docker', 'compose.schema.json'),
  module: 'github.com/compose-spec/compose-go/v2',
  version: 'v2.16.2',
  licence: 'Apache-2.0',
};

const COMPONENTS = '#/components/schemas/';

/** What says which values are right; descriptions, defaults and how lists are merged do not. */
const KEPT = new Set([
  ...['type', 'enum', 'const', 'pattern', 'format', 'nullable', 'required', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties'],
  ...['maxProperties', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** @returns a JSON Schema; objects with listed members take no other ones */
function strict(schema) {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace(COMPONENTS, '#/definitions/') };
  const made = Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.has(key)));
  if (schema['x-kubernetes-int-or-string'] === true) return { type: ['integer', 'string'] };
  // Go's flag for what follows it.
  if (made.pattern !== undefined) made.pattern = made.pattern.replace(/\(\?i\)(.*)$/, '(?i:$1)');
  if (schema.properties !== undefined) {
    made.properties = mapped(schema.properties, strict);
    const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
    made.additionalProperties = isOpen ? true : strict(schema.additionalProperties ?? false);
  } else if (schema.additionalProperties !== undefined) {
    made.additionalProperties = strict(schema.additionalProperties);
  }
  if (schema.items !== undefined) made.items = strict(schema.items);
  if (schema.allOf !== undefined) made.allOf = schema.allOf.map(strict);
  // Alternatives repeat members only in part: as they are.
  for (const key of ['anyOf', 'oneOf', 'not']) {
    if (schema[key] !== undefined) made[key] = schema[key];
  }
  return made;
}

const mapped = (members, change) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));

function kubernetes(read) {
  const kinds = {};
  const definitions = {};
  for (const [file, wanted] of Object.entries(KUBERNETES.documents)) {
    const { schemas } = JSON.parse(read(file)).components;
    for (const kind of wanted) {
      const [name, schema] = Object.entries(schemas).find(([, candidate]) =>
        candidate['x-kubernetes-group-version-kind']?.some((one) => one.kind === kind),
      );
      const { group, version } = schema['x-kubernetes-group-version-kind'].find(
        (one) => one.kind === kind,
      );
      kinds[`${group === '' ? version : `${group}/${version}`}/${kind}`] = name;
      keep(name, schemas, definitions);
    }
  }
  return { kinds, definitions };
}

/** Takes a definition over, and those that it names. */
function keep(name, schemas, definitions) {
  if (name in definitions) return;
  definitions[name] = strict(schemas[name]);
  const named = JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g);
  for (const [, next] of named) keep(next, schemas, definitions);
}

function customResources({ definitions: files }, read) {
  const kinds = {};
  const definitions = {};
  for (const file of files) {
    const { spec } = parse(read(file));
    for (const { name: version, schema } of spec.versions.filter(({ served }) => served)) {
      const name = `${spec.group}/${version}/${spec.names.kind}`;
      kinds[name] = name.replaceAll('/', '.');
      definitions[kinds[name]] = strict(schema.openAPIV3Schema);
      // Checked by the API server's own schema of metadata.
      definitions[kinds[name]].properties.metadata = { type: 'object' };
    }
  }
  return { kinds, definitions };
}

async function write(source, make) {
  const { file, module, version, licence } = source;
  const url = `${PROXY}/${module}/@v/${version}.zip`;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const folder = mkdtempSync(join(tmpdir(), 'sextant-schemas-'));
  try {
    const zip = join(folder, 'module.zip');
    writeFileSync(zip, bytes);
    const read = (name) =>
      execFileSync('unzip', ['-p', zip, `${module}@${version}/${name}`], {
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const made = { source: url, version, sha256, licence, ...make(read) };
    writeFileSync(join(OUT, file), `${JSON.stringify(made)}\n`);
    console.log(`${file} of ${module} ${version}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

mkdirSync(OUT, { recursive: true });
await write(KUBERNETES, kubernetes);
await write(COMPOSE, (read) => ({ schema: JSON.parse(read('schema/compose-spec.json')) }));
for (const operator of OPERATORS) await write(operator, (read) => customResources(operator, read));
