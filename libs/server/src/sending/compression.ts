import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Coding } from './content-coding.ts'

/** Fast levels: decision 84 has their times and sizes. */
const GZIP = { level: 1 }
/** A larger window takes 4 MiB for each response, and saves nothing in most of them. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Compresses on the event loop, for content of which this takes less time than the way to another thread and back. */
export const COMPRESS_NOW = {
  zstd: (content) => zstdCompressSync(content, ZSTD),
  br: (content) => brotliCompressSync(content, BROTLI),
  gzip: (content) => gzipSync(content, GZIP),
} as const satisfies Record<Coding, (content: Buffer) => Buffer>

const zstdLater = promisify<Buffer, typeof ZSTD, Buffer>(zstdCompress)
const brotliLater = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress)
const gzipLater = promisify<Buffer, typeof GZIP, Buffer>(gzip)

const COMPRESS_LATER = {
  zstd: (content) => zstdLater(content, ZSTD),
  br: (content) => brotliLater(content, BROTLI),
  gzip: (content) => gzipLater(content, GZIP),
} as const satisfies Record<Coding, (content: Buffer) => Promise<Buffer>>

/** Each takes a thread of the few that also hash passwords. */
const MOST_COMPRESSIONS = 4

/** Compresses in other threads. Null while they are busy: a client would rather have plain content now than compressed content later. */
export const createCompressor = (): ((content: Buffer, coding: Coding) => Promise<Buffer | null>) => {
  let running = 0
  return async (content, coding) => {
    if (running === MOST_COMPRESSIONS) return null
    running += 1
    try {
      return await COMPRESS_LATER[coding](content)
    } finally {
      running -= 1
    }
  }
}
