import type { Model, mongo } from 'mongoose';

/**
 * The driver's own collection of a model, for bulk writes without Mongoose's casting, with the documents' own type: Mongoose's
 * takes every key for an ObjectId.
 */
export const driverCollection = <Document extends { readonly _id: unknown }>(
  model: Model<Document>,
): mongo.Collection<Document> => model.collection as unknown as mongo.Collection<Document>;
