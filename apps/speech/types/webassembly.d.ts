/** What is used of the WebAssembly JavaScript Interface (W3C); Node's types leave it to the DOM's. */
declare namespace WebAssembly {
  type Module = object;
  class Instance {
    constructor(module: Module, imports: object);
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
