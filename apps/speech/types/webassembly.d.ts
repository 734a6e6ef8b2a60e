/** What is used of the WebAssembly JavaScript Interface (W3C); Node's types leave it to the DOM's. */
declare namespace WebAssembly {
  type Module = object;
  const Module: { imports(module: Module): readonly { readonly name: string }[] };
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: object);
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
