import { Injectable } from '@nestjs/common';
import type { SecretStore } from '../../database/secret-store.js';
import type { Model } from 'mongoose';
import type { SecretDocument } from './mongo-documents.js';
import { MongoModels } from './mongo-models.js';
import { unlessThere } from './mongo-duplicates.js';

@Injectable()
export class MongoSecretStore implements SecretStore {
  private readonly model: Model<SecretDocument>;

  constructor(models: MongoModels) {
    this.model = models.secrets;
  }

  async getOrMake(name: string, make: () => string): Promise<string> {
    const found = await this.model.findById(name).lean<SecretDocument>();
    if (found !== null) return found.value;
    await unlessThere(this.model.create({ _id: name, value: make() }));
    return this.getOrMake(name, make);
  }
}
