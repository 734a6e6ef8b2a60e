import {
  Body,
  Controller,
  Get,
  Module,
  Post,
  Query,
  Req,
  Res,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiBearerAuth, ApiProperty, type DocumentBuilder } from '@nestjs/swagger';
import { loadConfig } from '@sextant/platform-runtime/config';
import { HTTP_PROBLEMS, problem } from '../src/errors/index.js';
import { HealthModule, type Probe } from '@sextant/platform-runtime/health';
import { createLogger } from '@sextant/platform-runtime/logging';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import type { Request, Response } from 'express';
import {
  abortSignalOf,
  explainTimeout,
  createApp,
  httpSettings,
  packageVersion,
  type AppDefinition,
} from '../src/index.js';

class Part {
  @ApiProperty()
  @IsString()
  name!: string;
}

class ThingDto {
  @ApiProperty()
  @IsString()
  name!: string;

  @IsOptional()
  @IsInt()
  count?: number;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(3)
  @ValidateNested({ each: true })
  @ApiProperty({ type: [Part] })
  @Type(() => Part)
  parts?: Part[];
}

const gone = problem('thing_gone', 410, 'The thing is gone.');

/** The document counts how often it was written. */
function withWritten(builder: DocumentBuilder): DocumentBuilder {
  let times = 0;
  const written = {
    get times() {
      return (times += 1);
    },
  };
  const build = builder.build.bind(builder);
  return Object.assign(builder, { build: () => ({ ...build(), 'x-written': written }) });
}

/** What the demo has seen, for the tests to look at. */
export const seen = { slow: 0, aborted: 0, shutDown: false };

@Controller('things')
class ThingsController implements OnApplicationShutdown {
  @Post()
  create(@Body() thing: ThingDto): unknown {
    return { isInstance: thing instanceof ThingDto, thing };
  }

  @Post(['large', 'forms'])
  createLarge(@Body() thing: ThingDto): unknown {
    return { length: thing.name.length };
  }

  @Post('form')
  async form(@Req() request: Request): Promise<unknown> {
    let bytes = 0;
    for await (const piece of request as AsyncIterable<Buffer>) bytes += piece.length;
    return { bytes };
  }

  @Get('gone')
  gone(): never {
    throw gone({ headers: { 'Retry-After': '7' } });
  }

  @Get('broken')
  broken(): never {
    throw new Error('password is hunter2');
  }

  @Get('slow')
  async slow(
    @Query('why') why: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    explainTimeout(response, () => undefined);
    explainTimeout(response, () =>
      why === undefined ? undefined : HTTP_PROBLEMS.unavailable({ message: why }),
    );
    const signal = abortSignalOf(response);
    seen.slow += 1;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 400);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        if (!response.writableFinished) seen.aborted += 1;
        resolve();
      });
    });
    return 'slow';
  }

  @Get('half')
  half(@Res() response: Response): never {
    response.write('half');
    throw HTTP_PROBLEMS.internal();
  }

  onApplicationShutdown(): void {
    seen.shutDown = true;
  }
}

class Order {
  @ApiProperty()
  @IsString()
  text!: string;
}

/** What the gateway has no route to. */
@Controller('internal')
@ApiBearerAuth('service')
class InternalController {
  @Post('orders')
  order(@Body() { text }: Order): unknown {
    return { text };
  }
}

export class SwitchableProbe implements Probe {
  readonly name = 'engine';
  behaviour: 'up' | 'down' | 'throws' | 'hangs' = 'up';

  async check() {
    if (this.behaviour === 'throws') throw new Error('password is hunter2');
    if (this.behaviour === 'hangs') await new Promise(() => undefined);
    return this.behaviour === 'up'
      ? ({ status: 'up', pairs: 3 } as const)
      : ({ status: 'down', message: 'Install the engine.' } as const);
  }
}

@Module({ providers: [SwitchableProbe], exports: [SwitchableProbe] })
class ProbeModule {}

@Module({})
class DemoModule {
  static create(): DynamicModule {
    return {
      module: DemoModule,
      imports: [HealthModule.register({ probes: [SwitchableProbe], imports: [ProbeModule] })],
      controllers: [ThingsController, InternalController],
    };
  }
}

const settings = httpSettings({ port: 0 });

export const demo: AppDefinition<typeof settings> = {
  name: 'demo',
  settings,
  module: () => DemoModule.create(),
  http: () => ({
    docs: {
      title: 'Demo',
      description: 'For tests.',
      version: packageVersion(import.meta.url),
      follows: { name: "a vendor's API", version: '7.1' },
      isInternal: (path) => path.startsWith('/internal/'),
      describe: (builder) => withWritten(builder.addBearerAuth({ type: 'http' }, 'service')),
    },
    maxBodyBytes: 1024,
    tellsMethods: true,
    bodyLimits: [
      { path: /^\/things\/forms$/, maxBytes: 256 * 1024 },
      { path: /^\/things\/large$/, maxBytes: 4096 },
      { path: /^\/things\/huge$/, maxBytes: 8 * 1024 * 1024 },
    ],
  }),
};

export interface Running {
  readonly app: NestExpressApplication;
  readonly url: string;
  /** The parsed log lines. */
  readonly lines: Record<string, unknown>[];
}

export async function startDemo(env: Record<string, string> = {}): Promise<Running> {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const config = loadConfig(settings, { argv: [], env: { HOST: '127.0.0.1', ...env } });
  const app = await createApp(
    demo,
    config,
    createLogger({ name: 'demo', level: 'debug', destination }),
  );
  await app.listen(0, '127.0.0.1');
  return { app, url: await app.getUrl(), lines };
}
