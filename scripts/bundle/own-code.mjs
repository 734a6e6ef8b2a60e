import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

const STACK_TRACES = join(import.meta.dirname, 'stack-traces.mjs');
const OWN = /[\\/](apps|libs)[\\/](?!.*[\\/]node_modules[\\/]).*[\\/]dist[\\/].*\.js$/;

/**
 * The project's own modules, compiled: they keep their source maps, and those of the service find their neighbours
 * (templates, workers, pages) from the place that they had in `dist`.
 *
 * @param {{ dist: string, entries: readonly string[] }} service
 * @returns {import('rolldown').Plugin}
 */
export function ownCode({ dist, entries }) {
  const place = (id) => relative(dist, id).split(sep).join('/');
  return {
    name: 'own-code',
    load: {
      filter: { id: OWN },
      handler(id) {
        const code = readFileSync(id, 'utf8');
        const map = existsSync(`${id}.map`) ? JSON.parse(readFileSync(`${id}.map`, 'utf8')) : null;
        if (!id.startsWith(`${dist}${sep}`)) return { code, map };
        requireEntries(code, place(id), entries);
        const isEntry = entries.includes(place(id).replace(/\.js$/, ''));
        // On the line of the first statement: maps are by lines.
        const prelude = isEntry ? `import ${JSON.stringify(STACK_TRACES)}; ` : '';
        return { code: `${prelude}${marked(code, place(id))}`, map };
      },
    },
    renderChunk(code, { fileName }) {
      if (!code.includes(MARK)) return null;
      return {
        code: unmarked(code, posix.relative(posix.dirname(fileName), '.') || '.'),
        map: null,
      };
    },
  };
}

/** @throws {Error} for a thread or a program that is no entry: its file would not be there */
function requireEntries(code, place, entries) {
  const named = code.matchAll(/\b(?:builtFile|new URL)\([^()]*?'(\.[^']+)\.js'/g);
  for (const [, path] of named) {
    const entry = posix.join(posix.dirname(place), path);
    if (!entry.startsWith('../') && !entries.includes(entry))
      throw new Error(`${place} starts ${entry}, which is no entry`);
  }
}

const MARK = '__place_';

const marked = (code, place) =>
  code
    .replaceAll('import.meta.url', `${MARK}url('${place}')`)
    .replaceAll('import.meta.dirname', `${MARK}dirname('${posix.dirname(place)}')`);

const unmarked = (code, root) =>
  code
    .replaceAll(
      /__place_url\(['"]([^'"]+)['"]\)/g,
      (_all, place) => `new URL("${root}/${place}", import.meta.url).href`,
    )
    .replaceAll(
      /__place_dirname\(['"]([^'"]+)['"]\)/g,
      (_all, place) => `(import.meta.dirname + "/${posix.join(root, place)}")`,
    );
