/** Where usage is counted. */ export { };

//# sourceMappingURL=usage-ledger.js.map