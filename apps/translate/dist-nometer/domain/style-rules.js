import { problem } from '@sextant/platform-errors';
export const STYLE_RULE_ERRORS = {
    notFound: problem('style_rule_not_found', 404, 'Style rule list not found.'),
    instructionNotFound: problem('style_instruction_not_found', 404, 'Custom instruction not found in this style rule list.'),
    tooManyInstructions: problem('style_instruction_quota_exceeded', 456, 'Quota exceeded: a style rule list holds at most 200 custom instructions. Delete one first.'),
    tooMany: problem('style_rule_quota_exceeded', 456, 'Quota exceeded: an account holds at most 1000 style rule lists. Delete one first.')
};
export const MAX_INSTRUCTIONS = 200;
const MAX_LISTS = 1000;
/** Makes, changes and finds style rule lists, and gives them to translation. */ export class StyleRules {
    constructor(uses){
        this.uses = uses;
    }
    /** @throws {Problem} `style_rule_quota_exceeded`, `style_instruction_quota_exceeded` */ async create(owner, request) {
        requireRoom(request.instructions.length);
        const now = new Date(this.uses.clock.nowMs());
        const list = {
            ...request,
            id: this.uses.ids.next(),
            createdAt: now,
            updatedAt: now,
            version: 1,
            instructions: request.instructions.map((instruction)=>this.#instruction(instruction))
        };
        if (!await this.uses.store.insert(owner, list, MAX_LISTS)) throw STYLE_RULE_ERRORS.tooMany();
        return list;
    }
    /** @param page from 0 */ list(owner, page, pageSize) {
        return this.uses.store.page(owner, page * pageSize, pageSize);
    }
    /** @throws {Problem} `style_rule_not_found` */ async get(owner, id) {
        return found(await this.uses.store.find(owner, id));
    }
    /** @throws {Problem} `style_rule_not_found` */ rename(owner, id, name) {
        return this.#change(owner, id, (list)=>({
                ...list,
                name
            }));
    }
    /** @throws {Problem} `style_rule_not_found` */ configure(owner, id, configuredRules) {
        return this.#change(owner, id, (list)=>({
                ...list,
                configuredRules
            }));
    }
    /** @throws {Problem} `style_rule_not_found` */ async delete(owner, id) {
        if (!await this.uses.store.delete(owner, id)) throw STYLE_RULE_ERRORS.notFound();
    }
    /** @throws {Problem} `style_rule_not_found`, `style_instruction_quota_exceeded` */ async addInstruction(owner, id, request) {
        const instruction = this.#instruction(request);
        await this.#change(owner, id, (list)=>{
            requireRoom(list.instructions.length + 1);
            return {
                ...list,
                instructions: [
                    ...list.instructions,
                    instruction
                ]
            };
        });
        return instruction;
    }
    /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */ async instruction(owner, id, instructionId) {
        const { instructions } = await this.get(owner, id);
        return instructions[indexOf(instructions, instructionId)] ?? missingInstruction();
    }
    /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */ async replaceInstruction(owner, id, instruction) {
        await this.#change(owner, id, (list)=>({
                ...list,
                instructions: list.instructions.with(indexOf(list.instructions, instruction.id), instruction)
            }));
        return instruction;
    }
    /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */ async deleteInstruction(owner, id, instructionId) {
        await this.#change(owner, id, (list)=>({
                ...list,
                instructions: list.instructions.toSpliced(indexOf(list.instructions, instructionId), 1)
            }));
    }
    async instructions(owner, styleId) {
        const { id, language, configuredRules, instructions } = await this.get(owner, styleId);
        return {
            id,
            language,
            configuredRules,
            prompts: instructions.map(({ prompt })=>prompt)
        };
    }
    #instruction(request) {
        return {
            ...request,
            id: this.uses.ids.next()
        };
    }
    async #change(owner, id, change) {
        const updatedAt = new Date(this.uses.clock.nowMs());
        const changed = await this.uses.store.change(owner, id, (list)=>({
                ...change(list),
                updatedAt,
                version: list.version + 1
            }));
        return found(changed);
    }
}
function indexOf(instructions, id) {
    const index = instructions.findIndex((instruction)=>instruction.id === id);
    return index === -1 ? missingInstruction() : index;
}
function missingInstruction() {
    throw STYLE_RULE_ERRORS.instructionNotFound();
}
function requireRoom(count) {
    if (count > MAX_INSTRUCTIONS) throw STYLE_RULE_ERRORS.tooManyInstructions();
}
function found(list) {
    if (list === undefined) throw STYLE_RULE_ERRORS.notFound();
    return list;
}

//# sourceMappingURL=style-rules.js.map