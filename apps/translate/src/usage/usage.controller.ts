import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ApiKey } from '@sextant/platform-security/api-keys';
import { planOf } from '../access/scopes.js';
import { Meter } from './meter.js';
import type { UsageBalance } from './usage.js';
import { CallerKey } from '../access/caller.js';
import { ApiArea } from '../http/api-area.js';

class ProductUsageDto {
  @ApiProperty({ example: 'translate' })
  product_type!: string;

  @ApiProperty({ enum: ['characters', 'minutes'] })
  billing_unit!: string;

  @ApiProperty({ type: 'integer' })
  api_key_unit_count!: number;

  @ApiProperty({ type: 'integer' })
  account_unit_count!: number;

  @ApiProperty({ type: 'integer', deprecated: true })
  api_key_character_count!: number;

  @ApiProperty({ type: 'integer', deprecated: true })
  character_count!: number;
}

class UsageDto {
  @ApiProperty({ type: 'integer', description: 'Of all keys of the plan, in this period.' })
  character_count!: number;

  @ApiProperty({ type: 'integer' })
  character_limit!: number;

  @ApiPropertyOptional({ type: [ProductUsageDto], description: 'Paid plan only.' })
  products?: ProductUsageDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'Paid plan only.' })
  api_key_character_count?: number;

  @ApiPropertyOptional({ type: 'integer', description: 'Paid plan only.' })
  api_key_character_limit?: number;

  @ApiPropertyOptional({ format: 'date-time', description: 'Paid plan only.' })
  start_time?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Paid plan only.' })
  end_time?: string;
}

@ApiArea('meta information')
@Controller('v2/usage')
export class UsageController {
  constructor(private readonly meter: Meter) {}

  @Get()
  @ApiOperation({ summary: 'Shows what was used in this calendar month, and what may be.' })
  @ApiOkResponse({ type: UsageDto })
  async usage(@CallerKey() caller: ApiKey): Promise<UsageDto> {
    const plan = planOf(caller);
    const balance = await this.meter.balance(caller.owner, caller.id, plan);
    return { ...presentAccount(balance), ...(plan === 'pro' ? presentPaid(balance) : {}) };
  }
}

const presentAccount = (balance: UsageBalance) => ({
  character_count: balance.accountCharacters,
  character_limit: balance.accountLimit,
});

function presentPaid(balance: UsageBalance) {
  const { keyCharacters, keyLimit, accountCharacters, accountLimit } = balance;
  const { start, end } = balance.period;
  return {
    products: [
      {
        product_type: 'translate',
        billing_unit: 'characters',
        api_key_unit_count: keyCharacters,
        account_unit_count: accountCharacters,
        api_key_character_count: keyCharacters,
        character_count: accountCharacters,
      },
    ],
    api_key_character_count: keyCharacters,
    api_key_character_limit: keyLimit ?? accountLimit,
    start_time: start.toISOString(),
    end_time: end.toISOString(),
  };
}
