/** One file of a package of npm's registry that holds many. */
export interface FontFile {
  readonly package: string;
  readonly version: string;
  /** Of the package's archive, as npm's lock files have it. */
  readonly integrity: string;
  readonly archiveBytes: number;
  /** In the package. */
  readonly path: string;
  readonly sha256: string;
  /** Characters that it may have: of no other is it worth fetching. */
  readonly mayHave: RegExp;
}

/** What they have below Han: jamo, arrows, operators, frames, forms, radicals. Of other scripts they have nothing. */
const SIGNS =
  '\\u1100-\\u11ff\\u20dd-\\u20de\\u2160-\\u217b\\u2190-\\u2199\\u21b8-\\u21d4\\u21e6-\\u22a5\\u22bf-\\u22ef' +
  '\\u2305-\\u2318\\u2329-\\u232a\\u23b0-\\u23db\\u2423\\u2460-\\u25ef\\u2600-\\u267d\\u26a0-\\u26be\\u2702-\\u27a1' +
  '\\u2934-\\u2935\\u29bf-\\u29fb\\u2b05-\\u2b1a\\u2b95\\u2e80-\\u2fff';

/** Signs, Han and the like, without Hangul's syllables. */
const EAST_ASIAN = new RegExp(
  `[${SIGNS}\\u3000-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uf900-\\ufaff\\ufe10-\\ufe6f\\uff00-\\uffef\\u{1b000}-\\u{1b2ff}\\u{1f100}-\\u{1f2ff}\\u{20000}-\\u{3ffff}]`,
  'u',
);

export type FontName = 'chinese' | 'japanese' | 'korean';

/** Noto Sans of what `@expo-google-fonts/noto-sans` does not have. */
export const FONT_FILES: Readonly<Record<FontName, FontFile>> = {
  japanese: {
    package: '@expo-google-fonts/noto-sans-jp',
    version: '0.4.3',
    integrity:
      'sha512-Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==',
    archiveBytes: 28_996_407,
    path: '400Regular/NotoSansJP_400Regular.ttf',
    sha256: 'd930d5d52d15231c283089760f84584272ad5e37e14607ba0d19c798e7a9caec',
    mayHave: EAST_ASIAN,
  },
  korean: {
    package: '@expo-google-fonts/noto-sans-kr',
    version: '0.4.3',
    integrity:
      'sha512-EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==',
    archiveBytes: 27_602_552,
    path: '400Regular/NotoSansKR_400Regular.ttf',
    sha256: '8cbc9b353bb9ce848fd69bb6a507319dfacc659cf5fd643db5d88f3c4970e1dd',
    mayHave: new RegExp(`${EAST_ASIAN.source}|[\\uac00-\\ud7ff]`, 'u'),
  },
  chinese: {
    package: '@expo-google-fonts/noto-sans-sc',
    version: '0.4.3',
    integrity:
      'sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
    archiveBytes: 56_954_252,
    path: '400Regular/NotoSansSC_400Regular.ttf',
    sha256: 'd45f67f0a7c0ca3f256950777ce6a61cc7ce5f9696d02900cbbaac25f8aa7d16',
    mayHave: EAST_ASIAN,
  },
};
