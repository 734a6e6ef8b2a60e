import { Module } from '@nestjs/common';
import { FactorsModule } from '../factors/factors.module.js';
import { LdapModule } from '../ldap/ldap.module.js';
import { MailsModule } from '../mails/mails.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AdminLimiter } from './admin-limiter.js';
import { BrowserTrusts } from './browser-trust.js';
import { Observer } from './observer.js';
import { PasswordCheck } from './password-check.js';
import { BearerAuthentication, PasswordAuthentication } from './passport.js';
import { PrometheusObserver } from './prometheus-observer.js';
import { SignIn } from './sign-in.js';
import { UsersModule } from '../users/users.module.js';

@Module({
  imports: [FactorsModule, LdapModule, MailsModule, PasswordsModule, UsersModule],
  providers: [
    SignIn,
    PasswordCheck,
    BrowserTrusts,
    PasswordAuthentication,
    BearerAuthentication,
    AdminLimiter,
    { provide: Observer, useClass: PrometheusObserver },
  ],
  exports: [
    SignIn,
    BrowserTrusts,
    PasswordAuthentication,
    BearerAuthentication,
    AdminLimiter,
    Observer,
  ],
})
export class SignInModule {}
