import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import type { KeyPair, KeyPairs } from './vapid-keys.js';

@Injectable()
export class WebPushKeyPairs implements KeyPairs {
  make(): KeyPair {
    return webPush.generateVAPIDKeys();
  }
}
