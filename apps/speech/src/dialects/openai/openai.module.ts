import { Module } from '@nestjs/common';
import { OpenAiModelsController } from './openai-models.controller.js';

@Module({ controllers: [OpenAiModelsController] })
export class OpenAiModule {}
