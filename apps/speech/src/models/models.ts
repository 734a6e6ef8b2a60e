import { REQUEST_ERRORS } from '../errors/request-errors.js';
import { MODEL_ERRORS } from './model-errors.js';

export type Route = 'speech' | 'stream' | 'stream-with-timestamps' | 'dialogue' | 'live';

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly isRecommended: boolean;
  readonly isDeprecated: boolean;
  /** Whether it takes English voices only. */
  readonly isEnglishOnly: boolean;
  readonly routes: readonly Route[];
}

const TIMED: readonly Route[] = ['speech', 'stream', 'stream-with-timestamps', 'live'];
const UNTIMED: readonly Route[] = ['speech', 'stream'];

const model = (id: string, about: Partial<Model> & Pick<Model, 'name' | 'description'>): Model => ({
  id,
  isDefault: false,
  isRecommended: false,
  isDeprecated: false,
  isEnglishOnly: false,
  routes: UNTIMED,
  ...about,
});

/** Single-speaker models. They differ in routes and voices; what speaks is decided by the voice. */
export const MODELS: readonly Model[] = [
  model('simba-3.0', {
    name: 'Simba 3.0',
    description: 'Every voice, with speech marks on every route.',
    isDefault: true,
    routes: TIMED,
  }),
  model('simba-3.2', {
    name: 'Simba 3.2',
    description: 'As simba-3.0; neural voices first where they are installed.',
    isRecommended: true,
    routes: TIMED,
  }),
  model('simba-english', {
    name: 'Simba English',
    description: 'English voices, without speech marks on the stream.',
    isEnglishOnly: true,
  }),
  model('simba-multilingual', {
    name: 'Simba Multilingual',
    description: 'Every voice, without speech marks on the stream.',
  }),
  model('simba-base', {
    name: 'Simba Base',
    description: 'Older name of simba-english.',
    isDeprecated: true,
    isEnglishOnly: true,
  }),
  model('simba-turbo', {
    name: 'Simba Turbo',
    description: 'Older name of simba-english.',
    isDeprecated: true,
    isEnglishOnly: true,
  }),
];

/** Multi-speaker models, for the dialogue route only (spec 3, part 2.A). */
export const DIALOGUE_MODELS: readonly Model[] = [
  model('simba-dialogue-1.0', {
    name: 'Simba Dialogue 1.0',
    description: 'Turns of several speakers in one recording.',
    isDefault: true,
    isRecommended: true,
    routes: ['dialogue'],
  }),
];

const DEFAULT_MODEL = 'simba-3.0';

/**
 * The model of a request.
 *
 * @throws {Problem} `validation_failed` for an unknown one, `model_not_allowed` on another route,
 *   `speech_marks_unsupported` (spec 3, part 7)
 */
export function modelFor(id: string | undefined, route: Route): Model {
  const wanted = id ?? (route === 'dialogue' ? DIALOGUE_MODELS[0]?.id : DEFAULT_MODEL);
  const found = [...MODELS, ...DIALOGUE_MODELS].find((each) => each.id === wanted);
  if (found === undefined) {
    const message = `Unknown model. GET /v1/audio/models lists them.`;
    throw REQUEST_ERRORS.validation({ message, details: { fields: { model: message } } });
  }
  if (found.routes.includes(route)) return found;
  if (route === 'stream-with-timestamps' && found.routes.includes('stream')) {
    throw MODEL_ERRORS.marksUnsupported();
  }
  throw MODEL_ERRORS.modelNotAllowed({
    message: `The model ${found.id} is not served on this route, but on: ${found.routes.join(', ')}.`,
  });
}
