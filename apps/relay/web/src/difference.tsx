import { useText } from './strings/index.js';

const KINDS: Readonly<Record<string, string>> = { '+': 'relay-added', '-': 'relay-removed' };

/** A unified difference. */
export function Difference({ text: lines }: { readonly text: string }) {
  const text = useText();
  if (lines === '') return <p className="sx-muted">{text('difference.none')}</p>;
  return (
    <figure className="sx-code">
      <figcaption>{text('difference.title')}</figcaption>
      <pre tabIndex={0} aria-label={text('difference.title')}>
        {lines.split('\n').map((line, index) => (
          <span key={index} className={KINDS[line.charAt(0)]}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  );
}
