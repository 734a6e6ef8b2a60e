/** Finds style rule lists for translation. */ export { };

//# sourceMappingURL=style-rule-lookup.js.map