/**
 * What stays a package: programs and libraries of the machine, what reads files of its own, and large clients that are
 * loaded when a setting asks for them.
 */
const EXTERNAL = [
  // Compiled for the platform.
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'bufferutil',
  'koffi',
  'onnxruntime-node',
  'sharp',
  'sherpa-onnx-node',
  'utf-8-validate',
  // Read WebAssembly, data or pages beside their code.
  '@audio/',
  '@echogarden/',
  '@expo-google-fonts/',
  '@mediabunny/',
  '@wasm-audio-decoders/',
  'audio-decode',
  'eld',
  'harper.js',
  'mediabunny',
  'pdfjs-dist',
  'rabin-wasm',
  'swagger-ui-dist',
  'tiny-secp256k1',
  'wasm-media-encoders',
  // Tells Redis its version, which it reads from its package.
  'ioredis',
  // TypeORM loads it by its name.
  'pg',
  // Clients of what most installations do not have.
  '@aws-sdk/',
  '@azure/',
  '@smithy/',
  'kafkajs',
  'mongodb',
  'mongoose',
];

/** Packages that others look for and do without: nothing here installs them. */
const ABSENT = [
  '@apollo/gateway',
  '@apollo/subgraph',
  '@as-integrations/fastify',
  '@fastify/static',
  '@nestjs/microservices',
  'class-transformer/storage',
  'ts-morph',
];

/** These name `__dirname` only in what no service uses: pino's transports, and socket.io's client for browsers. */
const WITH_UNUSED_FILES = ['pino', 'thread-stream', 'socket.io'];

/**
 * These make a `require` of their own, which a bundler does not see: for what nothing here installs, for swagger-ui-dist, which
 * stays a package, for Node's own modules, and for pino's transports.
 */
const WITH_OWN_REQUIRE = [
  '@nestjs/common',
  '@nestjs/graphql',
  '@nestjs/swagger',
  '@nestjs/terminus',
  'fdir',
  'fflate',
  'pino',
];

const isOneOf = (names) => (id) =>
  names.some((name) => id === name || id.startsWith(name.endsWith('/') ? name : `${name}/`));

export const isExternal = isOneOf(EXTERNAL);
export const isAbsent = isOneOf(ABSENT);
export const hasUnusedFiles = isOneOf(WITH_UNUSED_FILES);
export const hasOwnRequire = isOneOf(WITH_OWN_REQUIRE);
