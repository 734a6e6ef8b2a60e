/**
 * The thread that judges passwords: with a long one it is busy for a good while, in which nobody else would be served.
 *
 * It imports nothing of the project but types: Node runs it from source as well, in tests.
 */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';
import type { Strength, StrengthQuestion } from './strength-messages.js';

/** What comes after these adds strength and costs time to judge: the work grows with the square. */
const JUDGED_CHARACTERS = 32;

const judge = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  maxLength: JUDGED_CHARACTERS,
});

function strengthOf({ password, words }: StrengthQuestion): Strength {
  const { score, feedback } = judge.check(password, [...words]);
  return { score, why: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}

parentPort?.on('message', (question: StrengthQuestion) => {
  parentPort?.postMessage(strengthOf(question));
});
