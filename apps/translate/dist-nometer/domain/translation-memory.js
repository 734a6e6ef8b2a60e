/** Where memories are kept. Everything is seen by its owner only. */ export { };

//# sourceMappingURL=translation-memory.js.map