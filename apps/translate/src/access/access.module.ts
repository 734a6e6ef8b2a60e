import { Module } from '@nestjs/common';
import { TokenCallers } from './token-callers.js';

@Module({ providers: [TokenCallers], exports: [TokenCallers] })
export class AccessModule {}
