/** What the words around a term agree with. */
export interface Agreement {
  readonly gender: 'm' | 'f';
  readonly number: 'sg' | 'pl';
}
