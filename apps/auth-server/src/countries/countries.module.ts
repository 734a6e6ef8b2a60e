import { Module } from '@nestjs/common';
import { Countries } from './countries.js';
import { CountryFile } from './country-file.js';

@Module({
  providers: [{ provide: Countries, useClass: CountryFile }],
  exports: [Countries],
})
export class CountriesModule {}
