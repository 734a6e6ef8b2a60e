/** How markup is read; names of elements as the caller wrote them. */ export { };

//# sourceMappingURL=translation-options.js.map