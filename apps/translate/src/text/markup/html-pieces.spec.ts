import { describe, expect, it } from '@jest/globals';
import { htmlPieces, htmlWords } from './html-pieces.js';

const pieces = (text: string): readonly string[] => htmlPieces(text, 1).map(({ raw }) => raw);

describe('pieces of HTML', () => {
  it('end at blocks, and are the document when they are joined', () => {
    const text = '<html><body><p>One <b>word</b>.</p>two<ul><li>three</ul></body></html>\n';

    expect(pieces(text)).toContain('One <b>word</b>.</p>');
    expect(pieces(text).join('')).toBe(text);
  });

  it('hold an inline element as a whole, even around blocks', () => {
    expect(pieces('<a href="x"><div>one</div><div>two</div></a> three<hr>')).toEqual([
      '<a href="x"><div>one</div><div>two</div></a>',
      ' three<hr>',
    ]);
  });

  it('hold what is not to be translated as a whole', () => {
    const kept = '<div translate="no"><p>one</p><p>two</p></div>';

    expect(pieces(`${kept}<p>three</p>`)).toContain(kept);
  });

  it('have words where a reader sees them', () => {
    expect(htmlWords('a <1 b> <i>c</i><script>d</script><!-- e --> <a "f">')).toBe(
      'a <1 b> c <a "f">',
    );
  });
});
