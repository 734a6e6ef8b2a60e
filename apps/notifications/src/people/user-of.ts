import { isObjectId } from '../access/object-id.js';
import { fieldInvalid } from '../http/field-errors.js';

/** The id in a path. @throws {Problem} `field_invalid` */
export function userOf(path: string): string {
  if (!isObjectId(path)) throw fieldInvalid('user');
  return path.toLowerCase();
}
