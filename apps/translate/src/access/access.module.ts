import { Module } from '@nestjs/common';
import { KeyLimit } from './key-limit.js';
import { TokenCallers } from './token-callers.js';

@Module({ providers: [KeyLimit, TokenCallers], exports: [KeyLimit, TokenCallers] })
export class AccessModule {}
