import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { SecretStore } from '../../database/secret-store.js';
import type { Model } from 'mongoose';
import { SecretDocument } from './schemas/mongo-secret.schema.js';
import { unlessThere } from './mongo-duplicates.js';

@Injectable()
export class MongoSecretStore implements SecretStore {
  constructor(@InjectModel(SecretDocument.name) private readonly model: Model<SecretDocument>) {}

  async getOrMake(name: string, make: () => string): Promise<string> {
    const found = await this.model.findById(name).lean<SecretDocument>();
    if (found !== null) return found.value;
    await unlessThere(this.model.create({ _id: name, value: make() }));
    return this.getOrMake(name, make);
  }
}
