/** What every failure of a template is: its message is the text that Go prints for it. */
export class TemplateError extends Error {
  override readonly name: string = 'TemplateError';
}

/** The text is no template, such as `template: t:1: function "x" not defined`. */
export class ParseError extends TemplateError {
  override readonly name = 'ParseError';

  constructor(
    message: string,
    /** Of what was read last, from 1, in UTF-16 units; Go's text has the line alone. */
    readonly column: number,
  ) {
    super(message);
  }
}

/** The template does not fit its data, such as `template: t:1:4: executing "t" at <.x.y>: …`. */
export class ExecError extends TemplateError {
  override readonly name = 'ExecError';
}

/** A bound on steps, depth or output was reached. Go has no such bounds except its own on depth. */
export class LimitError extends TemplateError {
  override readonly name = 'LimitError';
}
