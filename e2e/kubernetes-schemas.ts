import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { Ajv, type ValidateFunction } from 'ajv';

/** Made by `scripts/kubernetes/kubernetes-schemas.mjs`. */
interface SchemaFile {
  /** Of `apiVersion/Kind`, the name of its definition. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, object>>;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const validators = new Map<string, ValidateFunction>();

/** What the API server refuses of a manifest, unknown members too: strict validation, as `kubectl --validate=strict`. */
export function problemsOf(manifest: Manifest): string[] {
  if (validators.size === 0) readSchemas();
  const kind = `${manifest.apiVersion}/${manifest.kind}`;
  const validate = validators.get(kind);
  if (validate === undefined)
    return [`${kind} has no schema: add it to scripts/kubernetes/kubernetes-schemas.mjs`];
  const { kind: ofKind, metadata } = manifest;
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${ofKind} ${metadata.name}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

function readSchemas(): void {
  for (const file of globSync(join(workspaceRoot(), 'k8s/schemas/*.json'))) {
    const { kinds, definitions } = JSON.parse(readFileSync(file, 'utf8')) as SchemaFile;
    // Formats are Go's (`int32`, `int-or-string`); what of them can be wrong is in the types.
    const ajv = new Ajv({ validateFormats: false, allErrors: true, strict: false });
    ajv.addSchema({ $id: 'all', definitions });
    for (const [kind, name] of Object.entries(kinds)) {
      const validate = ajv.getSchema(`all#/definitions/${name}`);
      if (validate !== undefined) validators.set(kind, validate);
    }
  }
}
