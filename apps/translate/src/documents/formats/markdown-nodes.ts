/** A node of the syntax tree, as far as it matters here. */
export interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly title?: string | null | undefined;
  /** Of a reference: `full` where its label is apart from its words. */
  readonly referenceType?: string | undefined;
  readonly children?: readonly MarkdownNode[];
  readonly position?:
    | {
        readonly start: { readonly offset?: number | undefined };
        readonly end: { readonly offset?: number | undefined };
      }
    | undefined;
}

export const startOf = ({ position }: MarkdownNode): number => position?.start.offset ?? 0;
export const endOf = ({ position }: MarkdownNode): number => position?.end.offset ?? 0;
