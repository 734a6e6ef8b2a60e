import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource, type EntityManager } from 'typeorm';
import { formatEntries, type DictionaryPair } from './glossary-entries.js';
import type {
  DictionaryInfo,
  Glossary,
  GlossaryChange,
  GlossaryStore,
  LockedGlossary,
  NewGlossary,
  StoredDictionary,
} from './glossary.js';
import type { LanguageTag } from '../languages/language.js';
import type { DictionaryText, GlossaryEntry } from './terminology.js';
import { isUuid } from '../database/uuid.js';

interface GlossaryRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly dictionaries: readonly DictionaryRow[];
}

interface DictionaryRow {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly entry_count: number;
  readonly entry_bytes: number;
}

const SELECT = `
  SELECT g.id, g.name, g.created_at,
    coalesce((SELECT json_agg(json_build_object('source', source, 'target', target,
                'entry_count', entry_count, 'entry_bytes', entry_bytes) ORDER BY position)
              FROM glossary_dictionaries WHERE glossary_id = g.id), '[]') AS dictionaries
  FROM glossaries g WHERE g.owner = $1`;

/** Asked for with each text. */
const VERSIONS = `
  SELECT g.id, d.version FROM glossaries g
  LEFT JOIN glossary_dictionaries d
    ON d.glossary_id = g.id AND d.source = $3 AND d.target = $4
  WHERE g.owner = $1 AND g.id = ANY($2::uuid[])`;

/** Keeps glossaries in the service's own database. */
@Injectable()
export class PostgresGlossaryStore implements GlossaryStore {
  readonly #statements: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#statements = new PreparedStatements(source);
  }

  insert(glossary: NewGlossary, limit: number): Promise<boolean> {
    const { id, owner, name, createdAt } = glossary;
    return this.source.transaction(async (manager) => {
      // One creation of an owner at a time, so that two cannot both take the last place.
      await manager.query('SELECT pg_advisory_xact_lock(1, hashtext($1))', [owner]);
      const rows = await manager.query<unknown[]>(
        `INSERT INTO glossaries (id, owner, name, created_at)
         SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM glossaries WHERE owner = $2) < $5
         RETURNING id`,
        [id, owner, name, createdAt, limit],
      );
      if (rows.length === 0) return false;
      for (const dictionary of glossary.dictionaries) await put(manager, id, dictionary);
      return true;
    });
  }

  async list(owner: string): Promise<readonly Glossary[]> {
    const rows = await this.source.query<GlossaryRow[]>(`${SELECT} ORDER BY created_at, id`, [
      owner,
    ]);
    return rows.map(toGlossary);
  }

  async find(owner: string, id: string): Promise<Glossary | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<GlossaryRow[]>(`${SELECT} AND g.id = $2`, [owner, id]);
    return row && toGlossary(row);
  }

  async dictionary(
    owner: string,
    id: string,
    pair: DictionaryPair,
  ): Promise<StoredDictionary | undefined> {
    const found = await this.dictionaryText(owner, id, pair);
    return found && { ...pair, version: found.version, entries: toEntries(found.text) };
  }

  async dictionaryText(
    owner: string,
    id: string,
    { source, target }: DictionaryPair,
  ): Promise<DictionaryText | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<DictionaryText[]>(
      `SELECT version, entries AS text FROM glossary_dictionaries d
       JOIN glossaries g ON g.id = d.glossary_id
       WHERE g.owner = $1 AND g.id = $2 AND d.source = $3 AND d.target = $4`,
      [owner, id, source, target],
    );
    return row;
  }

  async versions(
    owner: string,
    ids: readonly string[],
    { source, target }: DictionaryPair,
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const rows = await this.#statements.rows<{ id: string; version: string | null }>(
      'glossary_versions',
      VERSIONS,
      [owner, ids.filter(isUuid), source, target],
    );
    const versionOf = new Map(rows.map(({ id, version }) => [id, version ?? undefined]));
    const known = ids.filter((id) => versionOf.has(id.toLowerCase()));
    return new Map(known.map((id) => [id, versionOf.get(id.toLowerCase())]));
  }

  async change(
    owner: string,
    id: string,
    decide: (locked: LockedGlossary) => Promise<GlossaryChange>,
  ): Promise<Glossary | undefined> {
    if (!isUuid(id)) return undefined;
    return this.source.transaction(async (manager) => {
      const read = () => manager.query<GlossaryRow[]>(`${SELECT} AND g.id = $2`, [owner, id]);
      await manager.query('SELECT 1 FROM glossaries WHERE owner = $1 AND id = $2 FOR UPDATE', [
        owner,
        id,
      ]);
      const [row] = await read();
      if (row === undefined) return undefined;
      await apply(manager, row.id, await decide(locked(manager, row)));
      const [changed] = await read();
      return changed && toGlossary(changed);
    });
  }

  async delete(owner: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM glossaries WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return count === 1;
  }
}

function locked(manager: EntityManager, row: GlossaryRow): LockedGlossary {
  return {
    glossary: toGlossary(row),
    bytesBesides: ({ source, target }) =>
      row.dictionaries
        .filter((dictionary) => dictionary.source !== source || dictionary.target !== target)
        .reduce((sum, { entry_bytes }) => sum + entry_bytes, 0),
    entries: async ({ source, target }) => {
      const [found] = await manager.query<{ entries: string }[]>(
        `SELECT entries FROM glossary_dictionaries
         WHERE glossary_id = $1 AND source = $2 AND target = $3`,
        [row.id, source, target],
      );
      return found && toEntries(found.entries);
    },
  };
}

async function apply(manager: EntityManager, id: string, change: GlossaryChange): Promise<void> {
  if (change.name !== undefined) {
    await manager.query('UPDATE glossaries SET name = $2 WHERE id = $1', [id, change.name]);
  }
  if (change.put !== undefined) await put(manager, id, change.put);
  if (change.remove !== undefined) {
    const { source, target } = change.remove;
    await manager.query(
      'DELETE FROM glossary_dictionaries WHERE glossary_id = $1 AND source = $2 AND target = $3',
      [id, source, target],
    );
  }
}

async function put(manager: EntityManager, id: string, dictionary: StoredDictionary) {
  const { source, target, version } = dictionary;
  const entries = formatEntries(dictionary.entries);
  await manager.query(
    `INSERT INTO glossary_dictionaries
       (glossary_id, source, target, version, entry_count, entry_bytes, entries)
     VALUES ($1, $2, $3, $4, $5, octet_length($6), $6)
     ON CONFLICT (glossary_id, source, target) DO UPDATE
       SET version = excluded.version, entry_count = excluded.entry_count,
           entry_bytes = excluded.entry_bytes, entries = excluded.entries`,
    [id, source, target, version, dictionary.entries.length, entries],
  );
}

function toGlossary({ id, name, created_at, dictionaries }: GlossaryRow): Glossary {
  return { id, name, createdAt: created_at, dictionaries: dictionaries.map(toInfo) };
}

const toInfo = ({ source, target, entry_count }: DictionaryRow): DictionaryInfo => ({
  source,
  target,
  entryCount: entry_count,
});

/** The inverse of `formatEntries`: texts hold neither tabs nor line breaks. */
function toEntries(text: string): readonly GlossaryEntry[] {
  return text.split('\n').map((line) => {
    const tab = line.indexOf('\t');
    return { source: line.slice(0, tab), target: line.slice(tab + 1) };
  });
}
