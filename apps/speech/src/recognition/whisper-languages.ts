/** Languages of OpenAI's Whisper, by its own codes (whisper/tokenizer.py, LANGUAGES); sherpa-onnx ends at others. */
const CODES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml ' +
  'cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am ' +
  'yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su';
const LANGUAGES = new Set(CODES.split(' '));
/** BCP 47's codes where Whisper has others. */
const OWN: Readonly<Record<string, string>> = {
  nb: 'no',
  jv: 'jw',
  fil: 'tl',
  cmn: 'zh',
  yue: 'zh',
};

/** Whisper's code of a language (BCP 47); nothing for one that it does not hear. */
export function whisperLanguage(tag: string): string | undefined {
  const primary = canonical(tag).split('-')[0]?.toLowerCase() ?? '';
  const code = Object.hasOwn(OWN, primary) ? OWN[primary] : primary;
  return code !== undefined && LANGUAGES.has(code) ? code : undefined;
}

/** `eng` is `en`: clients of ElevenLabs send codes of three letters (ISO 639-3). */
function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return ''; // A RangeError is its way to say that it is no tag.
  }
}
