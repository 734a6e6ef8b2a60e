/** What characters were spent on; each has a member of its own in reports. */ export const OPERATIONS = [
    'text_translation',
    'document_translation',
    'text_improvement'
];
/** First day of a period, `2026-11-01`: periods are calendar months, UTC (our choice). */ export function periodOf(nowMs) {
    return `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
}
/** The day on which something happened, UTC. */ export function dayOf(nowMs) {
    return new Date(nowMs).toISOString().slice(0, 10);
}
export function periodBounds(nowMs) {
    const now = new Date(nowMs);
    const monthStart = (month)=>new Date(Date.UTC(now.getUTCFullYear(), month, 1));
    return {
        start: monthStart(now.getUTCMonth()),
        end: monthStart(now.getUTCMonth() + 1)
    };
}

//# sourceMappingURL=usage.js.map