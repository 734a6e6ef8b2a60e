import type { Route } from '../models/models.js';
import type { Speech, SpeechRequest, SpeechStream } from './speech-request.js';

/** Speaks text: what the routes are given. */
export abstract class Speaking {
  /** @throws {Problem} for what the request does not allow, before any work; when the engine fails */
  abstract speak(request: SpeechRequest, route?: Route): Promise<Speech>;
  /** @throws {Problem} for what the request does not allow; what fails later comes with the parts */
  abstract stream(request: SpeechRequest, route: Route): Promise<SpeechStream>;
}

/** The same without being billed: for what is told otherwise, or not at all. */
export abstract class UnmeteredSpeaking extends Speaking {}
