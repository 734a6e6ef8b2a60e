/** Reads what was counted. */ export { };

//# sourceMappingURL=usage-reports.js.map