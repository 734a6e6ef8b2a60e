import { Injectable } from '@nestjs/common';
import { SharedVoices } from '../voices/catalogue/shared-voices.js';
import type { Voice, VoiceDirectory } from '../voices/catalogue/voice.js';
import { CloneMaterials } from './clone-materials.js';

/** The shared voices and the workspace's clones. */
@Injectable()
export class WorkspaceVoices implements VoiceDirectory {
  constructor(
    private readonly sharedVoices: SharedVoices,
    private readonly clones: CloneMaterials,
  ) {}

  get shared(): readonly Voice[] {
    return this.sharedVoices.all;
  }

  async find(workspace: string, id: string): Promise<Voice | undefined> {
    return this.sharedVoices.find(id) ?? (await this.clones.find(workspace, id));
  }
}
