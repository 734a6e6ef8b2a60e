export {
  Admission,
  ADMISSION_ERRORS,
  type AdmissionLimits,
  type AdmissionTask,
} from './admission.js';
export { Arrivals } from './arrivals.js';
export { FairShares } from './fair-shares.js';
export { Lanes, type LaneLimits } from './lanes.js';
