import { createReadStream } from 'node:fs'

/** A line of a file, or null when it was longer than it may be; its end has been passed over then. */
export interface FileLine {
  readonly number: number
  readonly bytes: Uint8Array | null
  /** How far into the file its end lies. */
  readonly end: number
}

/** An article's 500,000 characters, escaped as badly as JSON can, with room for the rest. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 0x0a

/** The lines of a file one by one, in the memory of the longest that may be. */
export async function* readLines(path: string, maxBytes = MAX_LINE_BYTES): AsyncGenerator<FileLine> {
  let [number, end, size] = [0, 0, 0]
  let parts: Uint8Array[] = []
  const line = (): FileLine => {
    const bytes = size > maxBytes ? null : Buffer.concat(parts)
    ;[number, size, parts] = [number + 1, 0, []]
    return { number, bytes, end }
  }
  const take = (part: Uint8Array): void => {
    size += part.byteLength
    end += part.byteLength
    if (size <= maxBytes) parts.push(part)
    else parts = []
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at))
      end += 1
      yield line()
      from = at + 1
    }
    take(chunk.subarray(from))
  }
  if (size > 0) yield line()
}
