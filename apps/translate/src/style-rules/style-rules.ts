import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { problem } from '@sextant/platform-http/errors';
import type { LanguageTag } from '../languages/language.js';
import type { StyleInstructions, StyleRuleLookup } from './style-rule-lookup.js';

export const STYLE_RULE_ERRORS = {
  notFound: problem('style_rule_not_found', 404, 'Style rule list not found.'),
  instructionNotFound: problem(
    'style_instruction_not_found',
    404,
    'Custom instruction not found in this style rule list.',
  ),
  tooManyInstructions: problem(
    'style_instruction_quota_exceeded',
    456,
    'Quota exceeded: a style rule list holds at most 200 custom instructions. Delete one first.',
  ),
  tooMany: problem(
    'style_rule_quota_exceeded',
    456,
    'Quota exceeded: an account holds at most 1000 style rule lists. Delete one first.',
  ),
} as const;

/** Groups of rules, rules in them, and the value that each is set to. */
export type ConfiguredRules = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface NewInstruction {
  readonly label: string;
  readonly prompt: string;
  readonly sourceLanguage?: string | undefined;
}

export interface CustomInstruction extends NewInstruction {
  readonly id: string;
}

export interface StyleRuleList {
  readonly id: string;
  readonly name: string;
  readonly language: LanguageTag;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** 1 for a new list; grows with each change. */
  readonly version: number;
  readonly configuredRules: ConfiguredRules;
  readonly instructions: readonly CustomInstruction[];
}

export interface NewStyleRuleList {
  readonly name: string;
  readonly language: LanguageTag;
  readonly configuredRules: ConfiguredRules;
  readonly instructions: readonly NewInstruction[];
}

/** Where lists are kept. Everything is seen by its owner only. */
export abstract class StyleRuleStore {
  /** @returns false when the owner holds `limit` lists already; nothing is stored then */
  abstract insert(owner: string, list: StyleRuleList, limit: number): Promise<boolean>;
  abstract find(owner: string, id: string): Promise<StyleRuleList | undefined>;
  /** Oldest first. */
  abstract page(owner: string, offset: number, limit: number): Promise<readonly StyleRuleList[]>;
  /** Changes a list atomically. @returns it afterwards; undefined when there is none */
  abstract change(
    owner: string,
    id: string,
    change: (list: StyleRuleList) => StyleRuleList,
  ): Promise<StyleRuleList | undefined>;
  abstract delete(owner: string, id: string): Promise<boolean>;
}

export const MAX_INSTRUCTIONS = 200;
const MAX_LISTS = 1000;

/** Makes, changes and finds style rule lists, and gives them to translation. */
@Injectable()
export class StyleRules implements StyleRuleLookup {
  constructor(
    private readonly store: StyleRuleStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws {Problem} `style_rule_quota_exceeded`, `style_instruction_quota_exceeded` */
  async create(owner: string, request: NewStyleRuleList): Promise<StyleRuleList> {
    requireRoom(request.instructions.length);
    const now = new Date(this.clock.nowMs());
    const list: StyleRuleList = {
      ...request,
      id: this.ids.next(),
      createdAt: now,
      updatedAt: now,
      version: 1,
      instructions: request.instructions.map((instruction) => this.#instruction(instruction)),
    };
    if (!(await this.store.insert(owner, list, MAX_LISTS))) throw STYLE_RULE_ERRORS.tooMany();
    return list;
  }

  /** @param page from 0 */
  list(owner: string, page: number, pageSize: number): Promise<readonly StyleRuleList[]> {
    return this.store.page(owner, page * pageSize, pageSize);
  }

  /** @throws {Problem} `style_rule_not_found` */
  async get(owner: string, id: string): Promise<StyleRuleList> {
    return found(await this.store.find(owner, id));
  }

  /** @throws {Problem} `style_rule_not_found` */
  rename(owner: string, id: string, name: string): Promise<StyleRuleList> {
    return this.#change(owner, id, (list) => ({ ...list, name }));
  }

  /** @throws {Problem} `style_rule_not_found` */
  configure(owner: string, id: string, configuredRules: ConfiguredRules): Promise<StyleRuleList> {
    return this.#change(owner, id, (list) => ({ ...list, configuredRules }));
  }

  /** @throws {Problem} `style_rule_not_found` */
  async delete(owner: string, id: string): Promise<void> {
    if (!(await this.store.delete(owner, id))) throw STYLE_RULE_ERRORS.notFound();
  }

  /** @throws {Problem} `style_rule_not_found`, `style_instruction_quota_exceeded` */
  async addInstruction(
    owner: string,
    id: string,
    request: NewInstruction,
  ): Promise<CustomInstruction> {
    const instruction = this.#instruction(request);
    await this.#change(owner, id, (list) => {
      requireRoom(list.instructions.length + 1);
      return { ...list, instructions: [...list.instructions, instruction] };
    });
    return instruction;
  }

  /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */
  async instruction(owner: string, id: string, instructionId: string): Promise<CustomInstruction> {
    const { instructions } = await this.get(owner, id);
    return instructions[indexOf(instructions, instructionId)] ?? missingInstruction();
  }

  /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */
  async replaceInstruction(
    owner: string,
    id: string,
    instruction: CustomInstruction,
  ): Promise<CustomInstruction> {
    await this.#change(owner, id, (list) => ({
      ...list,
      instructions: list.instructions.with(indexOf(list.instructions, instruction.id), instruction),
    }));
    return instruction;
  }

  /** @throws {Problem} `style_rule_not_found`, `style_instruction_not_found` */
  async deleteInstruction(owner: string, id: string, instructionId: string): Promise<void> {
    await this.#change(owner, id, (list) => ({
      ...list,
      instructions: list.instructions.toSpliced(indexOf(list.instructions, instructionId), 1),
    }));
  }

  async instructions(owner: string, styleId: string): Promise<StyleInstructions> {
    const { id, language, configuredRules, instructions } = await this.get(owner, styleId);
    return { id, language, configuredRules, prompts: instructions.map(({ prompt }) => prompt) };
  }

  #instruction(request: NewInstruction): CustomInstruction {
    return { ...request, id: this.ids.next() };
  }

  async #change(
    owner: string,
    id: string,
    change: (list: StyleRuleList) => StyleRuleList,
  ): Promise<StyleRuleList> {
    const updatedAt = new Date(this.clock.nowMs());
    const changed = await this.store.change(owner, id, (list) => ({
      ...change(list),
      updatedAt,
      version: list.version + 1,
    }));
    return found(changed);
  }
}

function indexOf(instructions: readonly CustomInstruction[], id: string): number {
  const index = instructions.findIndex((instruction) => instruction.id === id);
  return index === -1 ? missingInstruction() : index;
}

function missingInstruction(): never {
  throw STYLE_RULE_ERRORS.instructionNotFound();
}

function requireRoom(count: number): void {
  if (count > MAX_INSTRUCTIONS) throw STYLE_RULE_ERRORS.tooManyInstructions();
}

function found(list: StyleRuleList | undefined): StyleRuleList {
  if (list === undefined) throw STYLE_RULE_ERRORS.notFound();
  return list;
}
