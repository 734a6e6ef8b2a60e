/** Finds what glossaries say about a pair. */ export { };

//# sourceMappingURL=terminology.js.map