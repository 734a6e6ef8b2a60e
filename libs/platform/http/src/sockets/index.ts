export { AdmittingServer, noSocketHere } from './admitting-server.js';
export { AdmittingAdapter, type Refusal } from './admitting-adapter.js';
