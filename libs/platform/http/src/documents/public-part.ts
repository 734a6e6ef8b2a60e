import type { OpenAPIObject } from '@nestjs/swagger';

const COMPONENT = '#/components/';

/** A document without the paths that are internal, and without the components that only those use. */
export function publicPart(
  document: OpenAPIObject,
  isInternal: (path: string) => boolean,
): OpenAPIObject {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => !isInternal(path)),
  );
  const { components } = document;
  if (components === undefined) return { ...document, paths };

  const used = usedComponents(paths, components);
  const kept = Object.entries(components).map(([kind, entries]) => [
    kind,
    Object.fromEntries(
      Object.entries(entries as object).filter(([name]) => used.has(`${COMPONENT}${kind}/${name}`)),
    ),
  ]);
  return { ...document, paths, components: Object.fromEntries(kept) as typeof components };
}

/** What the paths refer to, directly or through other components; security schemes by their names. */
function usedComponents(paths: object, components: object): ReadonlySet<string> {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const reference of referencesOf(part)) {
      if (used.has(reference)) continue;
      used.add(reference);
      const [kind = '', name = ''] = reference.slice(COMPONENT.length).split('/');
      follow((components as Record<string, Record<string, unknown>>)[kind]?.[name]);
    }
  };
  follow(paths);
  return used;
}

function* referencesOf(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') yield value;
    else if (key === 'security' && Array.isArray(value)) yield* schemesOf(value);
    else yield* referencesOf(value);
  }
}

const schemesOf = (requirements: readonly object[]): string[] =>
  requirements.flatMap((requirement) =>
    Object.keys(requirement).map((name) => `${COMPONENT}securitySchemes/${name}`),
  );
