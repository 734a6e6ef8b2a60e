import { Button } from '@sextant/web';
import { useText } from '../strings/index.js';
import type { Dictionary } from './use-dictionary.js';

/** What is in the dictionary, and the way out of it. */
export function DictionaryWords({ words, remove }: Dictionary) {
  const text = useText();
  if (words.length === 0) return null;
  return (
    <details className="tr-dictionary">
      <summary>{text('writing.dictionary', { count: words.length })}</summary>
      <ul>
        {words.map((word) => (
          <li key={word}>
            {word}{' '}
            <Button
              kind="quiet"
              label={`${text('writing.forget')}: ${word}`}
              onPress={() => remove(word)}
            >
              {text('writing.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
