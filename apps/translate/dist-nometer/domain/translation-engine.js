/** Translates segments. Knows nothing of detection, pivots, routes and markup. */ export { };

//# sourceMappingURL=translation-engine.js.map