/** Tells in which of some languages a text is written. */ export { };

//# sourceMappingURL=language-detector.js.map