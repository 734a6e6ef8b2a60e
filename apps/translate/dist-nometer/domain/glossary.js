/** Where glossaries are kept. Everything is seen by its owner only. */ export { };

//# sourceMappingURL=glossary.js.map