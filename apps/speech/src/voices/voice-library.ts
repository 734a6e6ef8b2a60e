import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import {
  type ConsentFacts,
  type ConsentRecord,
  brokenLink,
} from '../cloning/consent/consent-record.js';
import { modelFor } from '../models/models.js';
import type { Caller } from '../access/scopes.js';
import { VOICE_ERRORS } from './catalogue/voice-errors.js';
import { CONSENT_ERRORS } from '../cloning/consent/consent-errors.js';
import { Blobs } from '@sextant/platform-data/blobs';
import { voiceOfClone } from '../cloning/clone.js';
import { CloneMaterials } from '../cloning/clone-materials.js';
import { CloneStore } from '../cloning/clone-store.js';
import { RunningVoices } from './catalogue/running-voices.js';
import { SharedVoices } from './catalogue/shared-voices.js';
import { isEnglish, type Gender, type Voice } from './catalogue/voice.js';

export interface VoiceFilter {
  readonly type?: 'shared' | 'personal' | undefined;
  /** A prefix, in any case. */
  readonly locale?: string | undefined;
  readonly gender?: Gender | undefined;
  readonly model?: string | undefined;
}

/** The voices of a workspace: the shared catalogue and its clones. */
@Injectable()
export class VoiceLibrary {
  constructor(
    private readonly shared: SharedVoices,
    private readonly clones: CloneStore,
    private readonly blobs: Blobs,
    private readonly running: RunningVoices,
    private readonly materials: CloneMaterials,
    private readonly clock: Clock,
  ) {}

  /** Shared ones first, clones after them, oldest first. @throws {Problem} `validation_failed` for an unknown model */
  async list(workspace: string, filter: VoiceFilter): Promise<readonly Voice[]> {
    const clones = await this.clones.list(workspace);
    const fits = matcher(filter);
    return [...this.shared.all, ...clones.map(voiceOfClone)].filter(fits);
  }

  /** @throws {Problem} `voice_not_found`, the same for another workspace's */
  async get(workspace: string, id: string): Promise<Voice> {
    const shared = this.shared.find(id);
    if (shared !== undefined) return shared;
    const clone = await this.clones.find(workspace, id);
    if (clone === undefined) throw VOICE_ERRORS.voiceNotFound();
    return voiceOfClone(clone);
  }

  /** A clone that was made, now or earlier. @throws {Problem} `voice_not_found` when it is gone again */
  async made(workspace: string, id: string): Promise<Voice> {
    const clone = await this.clones.find(workspace, id);
    if (clone === undefined) throw VOICE_ERRORS.voiceGone();
    return voiceOfClone(clone);
  }

  /** The file that a clone was made from. @throws {Problem} `voice_not_found`, `voice_sample_not_found` */
  async sample(workspace: string, id: string): Promise<Uint8Array> {
    if (this.shared.find(id) !== undefined) throw VOICE_ERRORS.noSample();
    const clone = await this.clones.find(workspace, id);
    const bytes = clone && (await this.blobs.get(clone.sampleKey));
    if (bytes === undefined) throw VOICE_ERRORS.voiceNotFound();
    return bytes;
  }

  /** What is being said with it ends. @throws {Problem} `voice_not_found`, `forbidden` for a shared one */
  delete(caller: Caller, id: string): Promise<void> {
    return this.remove(caller, id, 'voice_deleted');
  }

  /** Takes the consent back: the voice is gone at once. @throws {Problem} as `delete` */
  revokeConsent(caller: Caller, id: string): Promise<void> {
    return this.remove(caller, id, 'revoked');
  }

  /** Also of voices that are gone. @throws {Problem} `consent_not_found` */
  async consents(workspace: string, voiceId: string): Promise<readonly ConsentRecord[]> {
    const records = await this.clones.consents(workspace, voiceId);
    if (records.length === 0) throw CONSENT_ERRORS.noConsent();
    return records;
  }

  /** Whether the workspace's chain of consents is whole. */
  async auditConsents(
    workspace: string,
  ): Promise<{ readonly records: number; readonly brokenAt: number | undefined }> {
    const records = await this.clones.consents(workspace);
    return { records: records.length, brokenAt: brokenLink(records) };
  }

  private async remove(
    caller: Caller,
    id: string,
    kind: 'voice_deleted' | 'revoked',
  ): Promise<void> {
    if (this.shared.find(id) !== undefined) throw VOICE_ERRORS.sharedVoice();
    const facts: ConsentFacts = {
      kind,
      workspace: caller.workspace,
      voice_id: id,
      actor: caller.id,
      at: new Date(this.clock.nowMs()).toISOString(),
    };
    const clone = await this.clones.remove(caller.workspace, id, facts);
    if (clone === undefined) throw VOICE_ERRORS.voiceNotFound();
    this.running.stop(id);
    this.materials.forget(id);
    await this.blobs.delete(clone.sampleKey);
    await this.clones.swept([clone.sampleKey]);
  }
}

function matcher({ type, locale, gender, model }: VoiceFilter): (voice: Voice) => boolean {
  const prefix = locale?.toLowerCase();
  const englishOnly = model !== undefined && modelNamed(model).isEnglishOnly;
  return (voice) =>
    (type === undefined || voice.type === type) &&
    (prefix === undefined || voice.locale.toLowerCase().startsWith(prefix)) &&
    (gender === undefined || voice.gender === gender) &&
    (!englishOnly || isEnglish(voice));
}

function modelNamed(id: string) {
  return modelFor(id, id.startsWith('simba-dialogue') ? 'dialogue' : 'speech');
}
