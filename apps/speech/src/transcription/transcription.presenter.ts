import type { Response } from 'express';
import { captionsOf, type CaptionFormat } from '../captions/captions.js';
import { cuesOf, type CaptionedPart } from '../captions/cues.js';
import { problemOf } from '../errors/problem-of.js';
import type { Heard, HeardWord } from '../recognition/transcriber.js';
import { ReaderGoneError, send } from '../synthesis/streams/stream.presenter.js';
import { TRANSCRIPTION_ERRORS } from './transcription-errors.js';
import type { TranscriptFormat, TranscriptionFormDto } from './transcriptions.dto.js';
import type { BegunTranscription, TranscribedSegment, Transcription } from './transcriptions.js';

type AskedTimes = Pick<TranscriptionFormDto, 'timestamp_granularities' | 'language'>;
type Answer = (heard: Transcription, response: Response, asked: AskedTimes) => void;

/** Answers a transcript in the format that was asked for. */
export function answerTranscript(
  heard: Transcription,
  response: Response,
  { response_format: format = 'json', ...asked }: TranscriptionFormDto,
): void {
  tellWho(heard.by, response);
  ANSWERS[format](heard, response, asked);
}

const tellWho = (by: string, response: Response): void => {
  response.setHeader('X-Speech-Recogniser', by);
  response.setHeader('Cache-Control', 'no-store');
};

const ANSWERS: Readonly<Record<TranscriptFormat, Answer>> = {
  json: ({ text, durationMs }, response) =>
    void response.json({ text, usage: { type: 'duration', seconds: secondsOf(durationMs) } }),
  text: ({ text }, response) => void response.type('text/plain').send(`${text}\n`),
  srt: (heard, response) =>
    void response.type('application/x-subrip').send(captionsOfHeard(heard, 'srt')),
  vtt: (heard, response) => void response.type('text/vtt').send(captionsOfHeard(heard, 'vtt')),
  verbose_json: (heard, response, asked) => void response.json(verboseOf(heard, asked)),
};

/**
 * Tells a transcript as it is heard, as OpenAI's server-sent events: a `transcript.text.delta` for each stretch, then
 * `transcript.text.done`. A failure is an event too, because the status is out by then.
 */
export async function streamTranscript(
  begun: BegunTranscription,
  response: Response,
): Promise<void> {
  tellWho(begun.by, response);
  response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.flushHeaders();
  const tell = (event: object): Promise<void> =>
    send(response, `data: ${JSON.stringify(event)}\n\n`);
  let text = '';
  try {
    for await (const segment of begun.segments()) {
      const delta = text === '' ? segment.text : ` ${segment.text}`;
      text += delta;
      const words = segment.words === undefined ? {} : { words: segment.words.map(wordOf) };
      await tell({ type: 'transcript.text.delta', delta, ...timesOf(segment), ...words });
    }
    const usage = { type: 'duration', seconds: secondsOf(begun.durationMs()) };
    await tell({ type: 'transcript.text.done', text, usage });
    response.end();
  } catch (error) {
    if (error instanceof ReaderGoneError || response.closed) return;
    const { code, message } = problemOf(error);
    await tell({ type: 'error', error: { code, message, type: 'server_error' } });
    response.end();
  }
}

const wordOf = ({ text, startMs, endMs }: HeardWord) => ({
  word: text,
  start: secondsOf(startMs),
  end: secondsOf(endMs),
});

/** Ours: when the stretch was said. */
const timesOf = ({ startMs, endMs }: TranscribedSegment) => ({
  start: secondsOf(startMs),
  end: secondsOf(endMs),
});

const secondsOf = (ms: number): number => Math.round(ms) / 1000;

function verboseOf(
  heard: Transcription,
  { timestamp_granularities: asked = ['segment'], language }: AskedTimes,
) {
  const { text, words, durationMs, task } = heard;
  const times = (words ?? []).map(wordOf);
  return {
    task,
    language: languageName(task === 'translate' ? 'en' : (heard.language ?? language)),
    duration: secondsOf(durationMs),
    text,
    ...(words !== undefined && asked.includes('word') ? { words: times } : {}),
    ...(asked.includes('segment') ? { segments: segmentsOf(heard) } : {}),
  };
}

/** OpenAI's clients get names in English: "english". */
function languageName(tag: string | undefined): string {
  if (tag === undefined) return 'unknown';
  return (new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag).toLowerCase();
}

/** Sentences, where the times of words are known; else what was said between two pauses. */
function segmentsOf(heard: Transcription) {
  if (heard.words === undefined) {
    return heard.segments.map((segment, id) => ({ id, ...timesOf(segment), text: segment.text }));
  }
  const layout = { maxLineLength: 200, maxLines: 1, language: heard.language ?? 'en' };
  return cuesOf([captionedPart(heard)], layout).map(({ startMs, endMs, lines }, id) => ({
    id,
    start: secondsOf(startMs),
    end: secondsOf(endMs),
    text: lines
      .flat()
      .map((word) => word.text)
      .join(' '),
  }));
}

/** What was heard as captions. @throws {Problem} `transcription_times_unsupported` */
export function captionsOfHeard(heard: Heard, format: CaptionFormat): string {
  if (heard.words === undefined) throw TRANSCRIPTION_ERRORS.noTimes();
  const layout = { highlightsWords: false, maxLineLength: 42, maxLines: 2 };
  const language = heard.language ?? 'en';
  return captionsOf([captionedPart(heard)], { format, language, ...layout });
}

/** Words with their places in the text of all of them. */
function captionedPart({ words = [] }: Heard): CaptionedPart {
  let at = 0;
  const marks = words.map(({ text, startMs, endMs }, word) => {
    const start = at;
    at += text.length + 1;
    const end = start + text.length;
    return { kind: 'word' as const, word, start, end, value: text, startMs, endMs };
  });
  return { input: words.map(({ text }) => text).join(' '), marks };
}
