import { afterAll, describe, expect, it } from '@jest/globals';
import type { EspeakEngine } from '../../src/engines/espeak/espeak-engine.js';
import { Resampler } from '../../src/audio/resampler.js';
import { BAND_HZ } from '../../src/recordings/cepstra.js';
import { analysisOf, type RecordingAnalysis } from '../../src/recordings/recording-analysis.js';
import { SAME_SPEAKER, speakerDistance } from '../../src/recordings/voice-print.js';
import { composeUtterance } from '../../src/text/compose-utterance.js';
import { parametricClone } from '../../src/cloning/clone-recipe.js';
import { espeakEngines } from '../espeak-engines.js';
import { joinedPcm, Speakers, STORY } from '../flite-recordings.js';

const ID = '3f0c2f6e-6c1b-4b41-9f5e-0d6a3f8e1a55';
const TEXT = STORY.slice(0, 250);
const variants = new Map<string, string>();
const speakers = new Speakers();
const engines = await espeakEngines((name) => variants.get(name));
afterAll(async () => {
  await Promise.all(engines.map(({ engine }) => engine.close()));
  await speakers.close();
});

async function spoken(
  engine: EspeakEngine,
  voice: string,
  rate: number,
): Promise<RecordingAnalysis> {
  const parts: Int16Array[] = [];
  await engine.speak({
    utterance: composeUtterance(TEXT, { language: 'en-US', normalize: true }),
    voice,
    rate,
    pitch: 1,
    signal: new AbortController().signal,
    workspace: 'acme',
    take: ({ pcm }) => parts.push(pcm),
  });
  const resampler = new Resampler(engine.sampleRateOf(), 16000);
  return analysisOf(joinedPcm(resampler.push(joinedPcm(...parts)), resampler.end()));
}

/** Made when it is first asked for, and the same for all who ask. */
function once<Value>(make: (voice: string) => Promise<Value>): (voice: string) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (voice) => {
    const value = made.get(voice) ?? make(voice);
    made.set(voice, value);
    return value;
  };
}

const sampleOf = once(async (voice) => analysisOf(await speakers.say(voice, TEXT, 1)));

const level = ({ spectrumDb }: RecordingAnalysis, isIn: (hz: number) => boolean): number => {
  const levels = spectrumDb.filter((_, band) => isIn(BAND_HZ[band] ?? 0));
  return levels.reduce((sum, each) => sum + each, 0) / levels.length;
};
const brightness = (analysis: RecordingAnalysis): number =>
  level(analysis, (hz) => hz > 1500) - level(analysis, (hz) => hz < 1000);

describe.each(engines)('a parametric clone with $build', ({ engine }) => {
  const plainOf = once((voice) => spoken(engine, voice, 1));

  it.each(['slt', 'rms', 'awb', 'kal16'])(
    'of %s has its pitch and brightness, and is not taken for the speaker',
    async (voice) => {
      const sample = await sampleOf(voice);
      const plain = await plainOf('en-us');
      const { engineVoice, variant, rate } = parametricClone(ID, 'en-US', sample);
      variants.set(engineVoice.split('+')[1] ?? '', variant);

      const clone = await spoken(engine, engineVoice, rate);

      const { medianHz } = sample.pitch;
      expect(Math.abs(clone.pitch.medianHz / medianHz - 1)).toBeLessThan(0.08);
      const off = (analysis: RecordingAnalysis) =>
        Math.abs(brightness(analysis) - brightness(sample));
      expect(off(clone)).toBeLessThan(off(plain));
      if (sample.voice === undefined || clone.voice === undefined) throw new Error('no speech');
      expect(speakerDistance(sample.voice, clone.voice)).toBeGreaterThan(SAME_SPEAKER);
    },
  );
});
