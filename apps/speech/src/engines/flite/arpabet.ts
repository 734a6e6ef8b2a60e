/** Sounds of American English: IPA, and how flite's lexicon (CMU) writes them; the longest first. */
const CONSONANTS =
  'tʃ ch dʒ jh p p b b t t d d k k ɡ g g g f f v v θ th ð dh s s z z ʃ sh ʒ zh h hh m m n n ŋ ng l l ɫ l ɹ r r r ɾ d j y w w ʍ w x k ʔ t';
const VOWELS =
  'eɪ ey aɪ ay aʊ aw ɔɪ oy oʊ ow əʊ ow iː iy uː uw ɑː aa ɔː ao ɜː er ɛː eh əɹ er ɜɹ er ' +
  'i iy ɪ ih e eh ɛ eh æ ae a aa ɑ aa ɒ aa ɔ ao o ow ʊ uh u uw ʌ ah ə ax ɐ ah ɚ er ɝ er ɜ er y uw ø er œ er';

const table = (list: string): ReadonlyMap<string, string> => {
  const words = list.split(' ');
  return new Map(
    words.flatMap((ipa, index) =>
      index % 2 === 0 ? [[ipa, words[index + 1] ?? ''] as const] : [],
    ),
  );
};
const CONSONANT = table(CONSONANTS);
const VOWEL = table(VOWELS);

/** What is written between sounds, and says nothing of them. */
const TIES = /[\u0361\u035c.‿|‖/\s\u0329\u02b0ː]/u;
const STRESS: Readonly<Record<string, string>> = { ˈ: '1', "'": '1', ˌ: '2' };

/**
 * Phones of flite's lexicon for a pronunciation, vowels with their stress; nothing where a sound has none near in American
 * English.
 */
export function arpabet(ipa: string): readonly string[] | undefined {
  const text = ipa.normalize('NFC').replaceAll(/[\u0361\u035c]/gu, '');
  const phones: string[] = [];
  let stress = '0';
  for (let at = 0; at < text.length;) {
    const [length, phone, isVowel] = phoneAt(text, at);
    const sign = text.charAt(at);
    if (phone !== undefined) {
      phones.push(isVowel ? `${phone}${stress}` : phone);
      if (isVowel) stress = '0';
    } else if (STRESS[sign] !== undefined) stress = STRESS[sign];
    else if (!TIES.test(sign)) return undefined;
    at += length;
  }
  return phones.length === 0 ? undefined : phones;
}

function phoneAt(text: string, at: number): readonly [number, string | undefined, boolean] {
  for (const length of [2, 1]) {
    const symbol = text.slice(at, at + length);
    const vowel = VOWEL.get(symbol);
    if (vowel !== undefined) return [length, vowel, true];
    const consonant = CONSONANT.get(symbol);
    if (consonant !== undefined) return [length, consonant, false];
  }
  return [1, undefined, false];
}
