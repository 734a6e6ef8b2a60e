import { Module } from '@nestjs/common';
import { CalendarFeeds } from './calendar-feeds.js';

@Module({
  providers: [CalendarFeeds],
  exports: [CalendarFeeds],
})
export class CalendarModule {}
