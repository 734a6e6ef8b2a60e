import { oneOf, settingsOf } from '@sextant/platform-runtime/config';
import { DETECTION_DATABASES } from './eld-language-detector.js';

export class DetectionSettings extends settingsOf({
  detectionDatabase: oneOf(DETECTION_DATABASES, {
    env: 'DETECTION_DATABASE',
    description: 'How much is known of languages to detect them; large knows more single words.',
    example: 'large',
    default: 'extrasmall',
  }),
}) {}
