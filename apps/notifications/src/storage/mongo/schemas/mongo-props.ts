import { Schema } from 'mongoose';

/** Timestamps are the domain's: it has the clock. Versions of documents are of no use here. */
export const COLLECTION = { versionKey: false, autoIndex: false, minimize: false } as const;

export const TEXT = { type: String, required: true } as const;
export const OPTIONAL_TEXT = { type: String } as const;
export const DATE = { type: Date, required: true } as const;
export const OPTIONAL_DATE = { type: Date } as const;
export const FLAG = { type: Boolean, required: true } as const;
export const OPTIONAL_FLAG = { type: Boolean } as const;
export const NUMBER = { type: Number } as const;
export const ID = { type: Schema.Types.ObjectId, required: true } as const;
export const OPTIONAL_ID = { type: Schema.Types.ObjectId } as const;
/** Stored as it is: the domain has checked it. */
export const MIXED = { type: Schema.Types.Mixed } as const;
