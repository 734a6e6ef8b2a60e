import type { LanguageTag } from '../languages/language.js';

/** What a style rule list asks of a translation. */
export interface StyleInstructions {
  readonly id: string;
  /** The language whose texts it is for. */
  readonly language: LanguageTag;
  /** Group, rule and its chosen value, as the interface names them. */
  readonly configuredRules: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly prompts: readonly string[];
}

/** Finds style rule lists for translation. */
export abstract class StyleRuleLookup {
  /** @throws {Problem} `style_rule_not_found` (404), also for another owner's */
  abstract instructions(owner: string, styleId: string): Promise<StyleInstructions>;
}
