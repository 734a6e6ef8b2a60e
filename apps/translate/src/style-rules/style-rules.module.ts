import { Module } from '@nestjs/common';
import { CustomInstructionsController } from './custom-instructions.controller.js';
import { PostgresStyleRuleStore } from './postgres-style-rule-store.js';
import { StyleRuleLookup } from './style-rule-lookup.js';
import { StyleRulesController } from './style-rules.controller.js';
import { StyleRules, StyleRuleStore } from './style-rules.js';

@Module({
  providers: [
    StyleRules,
    { provide: StyleRuleLookup, useExisting: StyleRules },
    { provide: StyleRuleStore, useClass: PostgresStyleRuleStore },
  ],
  controllers: [StyleRulesController, CustomInstructionsController],
  exports: [StyleRuleLookup],
})
export class StyleRulesModule {}
