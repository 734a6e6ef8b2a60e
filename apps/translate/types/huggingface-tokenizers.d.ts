/** What is used of the package, whose own types cannot be resolved: their imports have no file endings. */
declare module '@huggingface/tokenizers' {
  export class Tokenizer {
    /**
     * @param tokenizer content of `tokenizer.json`
     * @param config content of `tokenizer_config.json`
     */
    constructor(
      tokenizer: Readonly<Record<string, unknown>>,
      config: Readonly<Record<string, unknown>>,
    );
    encode(
      text: string,
      options?: { readonly add_special_tokens?: boolean },
    ): { readonly ids: number[]; readonly tokens: string[] };
    decode(
      ids: number[],
      options?: {
        readonly skip_special_tokens?: boolean;
        readonly clean_up_tokenization_spaces?: boolean;
      },
    ): string;
    token_to_id(token: string): number | undefined;
  }
}
