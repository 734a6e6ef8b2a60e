import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { ConsentFacts } from './consent/consent-record.js';
import { ConsentVerifier, type VerifiedConsent } from './consent/consent-verifier.js';
import {
  SAMPLE_RULE,
  usableRecording,
  type Recording,
  RecordingDecoder,
} from '../recordings/usable-recording.js';
import type { Caller } from '../access/scopes.js';
import { ImitatingModel } from '../engines/imitating-model.js';
import { Blobs } from '@sextant/platform-data/blobs';
import type { Clone } from './clone.js';
import { parametricClone } from './clone-recipe.js';
import { NotStored, type CloneAddition, CloneStore } from './clone-store.js';
import { CLONE_ERRORS } from './clone-errors.js';
import type { Gender } from '../voices/catalogue/voice.js';

export interface NewClone {
  readonly caller: Caller;
  readonly name: string;
  readonly gender: Gender;
  readonly locale: string;
  readonly sample: Uint8Array;
  readonly consent: SpokenConsent | DeclaredConsent;
}

/** A recording of a challenge's phrase. */
export interface SpokenConsent {
  readonly kind: 'spoken';
  readonly challengeId: string;
  readonly recording: Uint8Array;
}

/** The old flow: the caller's word (spec 3, part 4.A). */
export interface DeclaredConsent {
  readonly kind: 'declared';
  readonly fullName: string;
  readonly email: string;
}

/** Clones of one workspace (our choice); lists of voices are not unbounded. */
const MAX_CLONES = 1000;

/** Makes voices of samples, with the speaker's consent. */
@Injectable()
export class VoiceCloning {
  constructor(
    private readonly store: CloneStore,
    private readonly blobs: Blobs,
    private readonly verifier: ConsentVerifier,
    private readonly decoder: RecordingDecoder,
    private readonly imitator: ImitatingModel,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws {Problem} for each thing that is wrong; nothing is kept then */
  async create(request: NewClone): Promise<Clone> {
    const { consent, caller } = request;
    if (consent.kind === 'spoken') {
      await this.verifier.requireReady(caller.workspace, consent.challengeId);
    }
    const sample = await usableRecording(request.sample, SAMPLE_RULE, {
      decoder: this.decoder,
      workspace: caller.workspace,
    });
    const verified =
      consent.kind === 'spoken'
        ? await this.verifier.verify({
            workspace: caller.workspace,
            challengeId: consent.challengeId,
            recording: consent.recording,
            sample,
          })
        : undefined;
    return this.keep(request, sample, verified);
  }

  private async keep(
    request: NewClone,
    sample: Recording,
    verified: VerifiedConsent | undefined,
  ): Promise<Clone> {
    const { store, blobs } = this;
    const clone = this.cloneOf(request, sample, verified);
    const files = [
      [clone.sampleKey, sample.bytes] as const,
      ...(verified === undefined
        ? []
        : [[recordingKey(clone.id), verified.recording.bytes] as const]),
    ];
    const blobKeys = files.map(([key]) => key);
    await store.reserve(blobKeys);
    try {
      for (const [key, bytes] of files) await blobs.put(key, bytes);
    } catch (error) {
      // Where that fails as well the sweep does it later.
      await this.forget(blobKeys).catch(() => undefined);
      throw error;
    }
    const isAdded = await this.add(clone, {
      consent: this.factsOf(request, clone, verified),
      blobKeys,
      limit: MAX_CLONES,
    });
    if (isAdded) return clone;
    await this.forget(blobKeys);
    throw CLONE_ERRORS.tooManyVoices();
  }

  /** Where nobody knows whether it was committed the files stay: what was not is swept up by the database's word. */
  private async add(clone: Clone, addition: CloneAddition): Promise<boolean> {
    try {
      return await this.store.add(clone, addition);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      await this.forget(addition.blobKeys);
      throw error.cause;
    }
  }

  private async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.blobs.delete(key);
    await this.store.swept(keys);
  }

  private cloneOf(
    { caller, name, gender, locale }: NewClone,
    sample: Recording,
    verified: VerifiedConsent | undefined,
  ): Clone {
    const id = this.ids.next();
    const common = {
      id,
      workspace: caller.workspace,
      displayName: name,
      gender,
      locale,
      pitch: 1,
      sampleKey: `voices/${id}/sample`,
      createdAt: new Date(this.clock.nowMs()),
    };
    const imitator = this.imitator.name();
    if (imitator === undefined || verified === undefined) {
      const recipe = parametricClone(id, locale, sample.analysis);
      return { ...common, engine: 'espeak-ng', ...recipe, quality: 'parametric' };
    }
    // The consent recording is the reference: what is said in it is known.
    const reference = {
      key: recordingKey(id),
      container: verified.recording.container,
      text: verified.challenge.phrase,
    };
    return {
      ...common,
      engine: 'sherpa-onnx',
      engineVoice: `${imitator}#${id}`,
      rate: 1,
      reference,
      quality: 'neural',
    };
  }

  private factsOf(
    { caller, consent }: NewClone,
    { id, createdAt }: Clone,
    verified: VerifiedConsent | undefined,
  ): ConsentFacts {
    const common = {
      workspace: caller.workspace,
      voice_id: id,
      actor: caller.id,
      at: createdAt.toISOString(),
    };
    if (consent.kind === 'declared') {
      return { ...common, kind: 'declared', full_name: consent.fullName, email: consent.email };
    }
    if (verified === undefined) throw new Error('A spoken consent was not verified.');
    const { challenge, recording, transcript, phrase, speaker, speakerCheck } = verified;
    return {
      ...common,
      kind: 'granted',
      full_name: challenge.fullName,
      challenge_id: challenge.id,
      phrase: challenge.phrase,
      transcript: transcript.text,
      phrase_edits: phrase.edits,
      speaker_distance: Number(speaker.distance.toFixed(4)),
      recogniser: transcript.by,
      speaker_check: speakerCheck,
      recording_sha256: createHash('sha256').update(recording.bytes).digest('hex'),
    };
  }
}

const recordingKey = (id: string): string => `consents/${id}/recording`;
