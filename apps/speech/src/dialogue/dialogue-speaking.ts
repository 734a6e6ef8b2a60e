import type { DialogueRequest, DialogueSpeech, DialogueStream } from './dialogue-request.js';

/** Speaks turns of several voices. */
export abstract class DialogueSpeaking {
  abstract speak(request: DialogueRequest): Promise<DialogueSpeech>;
  abstract stream(request: DialogueRequest): Promise<DialogueStream>;
}

/** The same without being billed. */
export abstract class UnmeteredDialogues extends DialogueSpeaking {}
