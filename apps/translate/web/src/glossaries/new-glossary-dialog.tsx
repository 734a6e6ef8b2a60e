import { Button, complain, Dialog, TextField } from '@sextant/web';
import { useState } from 'react';
import { firstSource, firstTarget } from '../languages.js';
import { LanguagePair } from '../language-pair.js';
import { useText } from '../strings/index.js';
import type { TabProps } from '../text/text-tab.js';
import { createGlossary } from './glossaries.js';

export interface NewGlossaryDialogProps extends TabProps {
  readonly onClose: () => void;
  readonly onMade: () => void;
}

/** A glossary begins with a pair and one term of it. */
export function NewGlossaryDialog(props: NewGlossaryDialogProps) {
  const { service, languages, onClose, onMade } = props;
  const text = useText();
  const [name, setName] = useState('');
  const [term, setTerm] = useState('');
  const [translation, setTranslation] = useState('');
  const [pair, setPair] = useState(() => {
    const target = firstTarget(languages);
    return { source: firstSource(languages, target), target };
  });
  const make = () => {
    const { source, target } = pair;
    createGlossary(service, {
      name,
      pair: { source_lang: source.toLowerCase(), target_lang: target.toLowerCase() },
      entries: [[term.trim(), translation.trim()]],
    })
      .then(onClose)
      .then(onMade)
      .catch(complain);
  };
  const isWhole = [name, term, translation].every((value) => value.trim() !== '');
  const action = (
    <Button kind="primary" isDisabled={!isWhole} onPress={make}>
      {text('create')}
    </Button>
  );
  return (
    <Dialog title={text('glossaries.new')} isOpen onClose={onClose} actions={action}>
      <TextField label={text('name')} value={name} onChange={setName} />
      <div className="tr-languages">
        <LanguagePair {...{ languages, pair }} onChange={setPair} />
      </div>
      <TextField label={text('entry.source')} value={term} onChange={setTerm} />
      <TextField label={text('entry.target')} value={translation} onChange={setTranslation} />
    </Dialog>
  );
}
