import { createReadStream } from 'node:fs'

/** A line of a file. */
export interface FileLine {
  readonly number: number
  /** Null if the line is too long. */
  readonly bytes: Uint8Array | null
  /** The position of its end in the file. */
  readonly end: number
}

/** Long enough for the 500,000 characters of an article with the longest escapes of JSON, and for the other members. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 0x0a

/** Reads a file line by line; it needs the memory of one line. */
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
