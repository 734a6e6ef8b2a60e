import { isUuid } from './uuid.js';
/** Keeps style rule lists in the service's own database. */ export class PostgresStyleRuleStore {
    constructor(source){
        this.source = source;
    }
    insert(owner, list, limit) {
        return this.source.transaction(async (manager)=>{
            // One creation of an owner at a time, so that two cannot both take the last place.
            await manager.query('SELECT pg_advisory_xact_lock(2, hashtext($1))', [
                owner
            ]);
            const rows = await manager.query(`INSERT INTO style_rules (owner, id, name, language, version, configured_rules,
                                  instructions, created_at, updated_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
         WHERE (SELECT count(*) FROM style_rules WHERE owner = $1) < $10 RETURNING id`, [
                owner,
                list.id,
                list.name,
                list.language,
                list.version,
                ...jsonOf(list),
                list.createdAt,
                list.updatedAt,
                limit
            ]);
            return rows.length === 1;
        });
    }
    async find(owner, id) {
        if (!isUuid(id)) return undefined;
        const [row] = await this.source.query('SELECT * FROM style_rules WHERE owner = $1 AND id = $2', [
            owner,
            id
        ]);
        return row && toList(row);
    }
    async page(owner, offset, limit) {
        const rows = await this.source.query('SELECT * FROM style_rules WHERE owner = $1 ORDER BY created_at, id OFFSET $2 LIMIT $3', [
            owner,
            offset,
            limit
        ]);
        return rows.map(toList);
    }
    async change(owner, id, change) {
        if (!isUuid(id)) return undefined;
        return this.source.transaction(async (manager)=>{
            const [row] = await manager.query('SELECT * FROM style_rules WHERE owner = $1 AND id = $2 FOR UPDATE', [
                owner,
                id
            ]);
            if (row === undefined) return undefined;
            const changed = change(toList(row));
            await manager.query(`UPDATE style_rules SET name = $2, version = $3, configured_rules = $4, instructions = $5,
                                updated_at = $6 WHERE id = $1`, [
                row.id,
                changed.name,
                changed.version,
                ...jsonOf(changed),
                changed.updatedAt
            ]);
            return changed;
        });
    }
    async delete(owner, id) {
        if (!isUuid(id)) return false;
        const [, count] = await this.source.query('DELETE FROM style_rules WHERE owner = $1 AND id = $2', [
            owner,
            id
        ]);
        return count === 1;
    }
}
const jsonOf = ({ configuredRules, instructions })=>[
        JSON.stringify(configuredRules),
        JSON.stringify(instructions)
    ];
const toList = (row)=>({
        id: row.id,
        name: row.name,
        language: row.language,
        version: row.version,
        configuredRules: row.configured_rules,
        instructions: row.instructions,
        createdAt: row.created_at,
        updatedAt: row.updated_at
    });

//# sourceMappingURL=postgres-style-rule-store.js.map