import { Module } from '@nestjs/common';
import { Argon2Passwords } from './argon2-passwords.js';
import { BreachedPasswords } from './breached-passwords.js';
import { KnownDevices } from './known-devices.js';
import { LoginAttempts, LoginGuard, LoginPolicy } from './login-guard.js';
import { PasswordPolicy } from './password-policy.js';
import { PasswordTries } from './password-tries.js';
import { Passwords } from './passwords.js';
import { PostgresKnownDevices } from './postgres-known-devices.js';
import { PostgresLoginAttempts } from './postgres-login-attempts.js';
import { DigestThreads } from './threads/digest-threads.js';
import { StrengthThread } from './threads/strength-thread.js';
import { ZxcvbnPolicy } from './zxcvbn-policy.js';

@Module({
  providers: [
    LoginGuard,
    LoginPolicy,
    BreachedPasswords,
    StrengthThread,
    DigestThreads,
    PasswordTries,
    { provide: LoginAttempts, useClass: PostgresLoginAttempts },
    { provide: Passwords, useClass: Argon2Passwords },
    { provide: PasswordPolicy, useClass: ZxcvbnPolicy },
    { provide: KnownDevices, useClass: PostgresKnownDevices },
  ],
  exports: [LoginGuard, Passwords, PasswordPolicy, PasswordTries, KnownDevices],
})
export class PasswordsModule {}
