import { Module } from '@nestjs/common';
import { WasmEncoders } from '../audio/wasm-encoders.js';
import { CloningModule } from '../cloning/cloning.module.js';
import { WorkspaceVoices } from '../cloning/workspace-voices.js';
import { EnginesModule } from '../engines/installation/engines.module.js';
import { LexiconsModule } from '../lexicons/lexicons.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { RunningVoices } from '../voices/catalogue/running-voices.js';
import { VoiceDirectory } from '../voices/catalogue/voice.js';
import { WatermarkModule } from '../watermark/watermark.module.js';
import { SpeechEncoding } from './streams/encoded-stream.js';
import { FileSpools } from './streams/file-spool.js';
import { MeteredSpeech } from './metered-speech.js';
import { PcmSpools } from './streams/pcm-spool.js';
import { PrometheusObserver } from './prometheus-observer.js';
import { Speaking, UnmeteredSpeaking } from './speaking.js';
import { SpeechObserver } from './speech-observer.js';
import { SpeechService } from './speech-service.js';
import { Synthesizer } from './synthesizer.js';

@Module({
  imports: [CloningModule, EnginesModule, LexiconsModule, UsageModule, WatermarkModule],
  providers: [
    RunningVoices,
    SpeechService,
    Synthesizer,
    { provide: PcmSpools, useValue: new FileSpools() },
    { provide: Speaking, useClass: MeteredSpeech },
    { provide: SpeechEncoding, useValue: new SpeechEncoding(new WasmEncoders()) },
    { provide: SpeechObserver, useClass: PrometheusObserver },
    { provide: UnmeteredSpeaking, useExisting: SpeechService },
    { provide: VoiceDirectory, useClass: WorkspaceVoices },
  ],
  exports: [RunningVoices, Speaking, SpeechEncoding, SpeechService, Synthesizer, UnmeteredSpeaking],
})
export class SynthesisModule {}
