/** The model that speaks like a recording, where one is installed. */
export abstract class ImitatingModel {
  /** Its name now; nothing when there is none. */
  abstract name(): string | undefined;
}
