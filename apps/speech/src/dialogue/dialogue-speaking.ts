import type { DialogueRequest, DialogueSpeech, DialogueStream } from './dialogue-service.js';

/** Speaks turns of several voices. */
export abstract class DialogueSpeaking {
  abstract speak(request: DialogueRequest): Promise<DialogueSpeech>;
  abstract stream(request: DialogueRequest): Promise<DialogueStream>;
}
