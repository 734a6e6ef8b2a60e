/** Where the engine reports what it does. Never given any text of a caller. */ export { };

//# sourceMappingURL=engine-log.js.map