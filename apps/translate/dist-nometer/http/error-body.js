/** `{message, detail?}`, as the published interface describes its errors. */ export const errorBody = ({ message, status, details }, traceId)=>({
        message: status >= 500 ? `${message} Trace id: ${traceId}.` : message,
        ...typeof details['detail'] === 'string' ? {
            detail: details['detail']
        } : {}
    });

//# sourceMappingURL=error-body.js.map