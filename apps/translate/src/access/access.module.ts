import { Module } from '@nestjs/common';
import { KeyLimit } from './key-limit.middleware.js';
import { TokenCallers } from './token-callers.js';

@Module({ providers: [KeyLimit, TokenCallers], exports: [KeyLimit, TokenCallers] })
export class AccessModule {}
