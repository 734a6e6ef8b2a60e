export { AdmittingServer, noSocketHere, type Admission } from './admitting-server.js';
export { AdmittingAdapter, type Refusal } from './admitting-adapter.js';
