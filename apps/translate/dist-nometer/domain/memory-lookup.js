/** Finds earlier translations of segments. */ export { };

//# sourceMappingURL=memory-lookup.js.map