import { Button, complain, Dialog, LoadingState, Select, TextField } from '@sextant/web';
import { useEffect, useState } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';
import {
  changeLexicon,
  createLexicon,
  ruleOf,
  rulesOf,
  spokenOf,
  type Lexicon,
  type Rule,
} from './lexicons.js';

export interface RulesDialogProps {
  readonly service: Service;
  /** Absent: a new one. */
  readonly lexicon?: Lexicon;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

const NEW_RULE: Rule = { string_to_replace: '', type: 'alias', alias: '' };

/** The words of a lexicon, each with how it is said. */
export function RulesDialog({ service, lexicon, onClose, onSaved }: RulesDialogProps) {
  const text = useText();
  const [name, setName] = useState(lexicon?.name ?? '');
  const [language, setLanguage] = useState(lexicon?.language ?? 'en');
  const [rules, setRules] = useState<readonly Rule[] | undefined>(
    lexicon === undefined ? [NEW_RULE] : undefined,
  );
  useEffect(() => {
    if (lexicon !== undefined) rulesOf(service, lexicon).then(setRules).catch(complain);
  }, [service, lexicon]);
  const store = async () => {
    const whole = (rules ?? []).filter((rule) => rule.string_to_replace.trim() !== '');
    const content = { name, language, rules: whole };
    await (lexicon === undefined
      ? createLexicon(service, content)
      : changeLexicon(service, lexicon, content));
    onClose();
    await onSaved();
  };
  const action = (
    <Button
      kind="primary"
      isDisabled={rules === undefined || name.trim() === ''}
      onPress={() => void store().catch(complain)}
    >
      {text('save')}
    </Button>
  );
  return (
    <Dialog title={lexicon?.name ?? text('lexicons.new')} isOpen onClose={onClose} actions={action}>
      <TextField label={text('name')} value={name} onChange={setName} />
      <TextField label={text('lexicons.language')} value={language} onChange={setLanguage} />
      {rules === undefined ? <LoadingState /> : <RuleFields rules={rules} onChange={setRules} />}
    </Dialog>
  );
}

interface RuleFieldsProps {
  readonly rules: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
}

function RuleFields({ rules, onChange }: RuleFieldsProps) {
  const text = useText();
  return (
    <>
      <ul className="st-rules" aria-label={text('rules')}>
        {rules.map((rule, at) => (
          <li key={at}>
            <RuleRow
              rule={rule}
              onChange={(changed) => onChange(rules.with(at, changed))}
              onDelete={() => onChange(rules.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      <Button onPress={() => onChange([...rules, NEW_RULE])}>{text('rule.add')}</Button>
    </>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
  readonly onDelete: () => void;
}

function RuleRow({ rule, onChange, onDelete }: RuleRowProps) {
  const text = useText();
  const { string_to_replace: word, type } = rule;
  const spoken = spokenOf(rule);
  return (
    <div className="st-fields">
      <TextField
        label={text('rule.word')}
        value={word}
        onChange={(value) => onChange(ruleOf(value, type, spoken))}
      />
      <Select
        label={text('rule.type')}
        value={type}
        options={[
          { id: 'alias', title: text('rule.alias') },
          { id: 'phoneme', title: text('rule.phoneme') },
        ]}
        onChange={(value) => onChange(ruleOf(word, value as Rule['type'], spoken))}
      />
      <TextField
        label={text('rule.spoken')}
        value={spoken}
        onChange={(value) => onChange(ruleOf(word, type, value))}
      />
      <Button kind="quiet" label={`${text('delete')}: ${word}`} onPress={onDelete}>
        ✕
      </Button>
    </div>
  );
}
