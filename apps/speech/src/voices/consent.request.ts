import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { VISIBLE_NAME } from '../cloning/consent/person-name.js';
import { invalid } from '../errors/request-errors.js';
import type { DeclaredConsent, NewClone } from '../cloning/voice-cloning.js';
import { ConsentSettings } from '../cloning/consent/consent.settings.js';
import { CONSENT_ERRORS } from '../cloning/consent/consent-errors.js';
import { mayUseDeclaredConsent } from '../http/service-version.js';
import type { VoiceForm } from './voice.form.js';

const MAX_LENGTH = 320;

/** Decides by form, version and the operator's setting how consent is given. */
@Injectable()
export class ConsentPolicy {
  constructor(private readonly settings: ConsentSettings) {}

  /** @throws {Problem} `consent_verification_required`, `validation_failed` */
  of({ fields, consentRecording }: VoiceForm, request: Request): NewClone['consent'] {
    const { consent, consent_challenge_id: challengeId } = fields;
    const isOldFlow = mayUseDeclaredConsent(request) && consent !== undefined;
    if (isOldFlow && challengeId === undefined && consentRecording === undefined) {
      if (!this.settings.allowDeprecatedConsent) throw CONSENT_ERRORS.verificationRequired();
      return declared(consent);
    }
    if (challengeId === undefined && consentRecording === undefined) {
      throw CONSENT_ERRORS.verificationRequired();
    }
    if (challengeId === undefined) throw invalid('consent_challenge_id', 'It is missing.');
    if (consentRecording === undefined) throw invalid('consent_recording', 'It is missing.');
    return { kind: 'spoken', challengeId, recording: consentRecording };
  }
}

/** A JSON text with the speaker's name and email address. */
function declared(text: string): DeclaredConsent {
  const { fullName, email } = objectOf(text);
  if (!isText(fullName) || !isText(email) || !/^\S+@\S+$/.test(email)) {
    throw invalid('consent', 'Send JSON with fullName and email of the speaker.');
  }
  return { kind: 'declared', fullName, email };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_LENGTH && VISIBLE_NAME.test(value);

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Answered like JSON that is something else.
    return {};
  }
}
