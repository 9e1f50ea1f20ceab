import { BadRequest, isObject } from './entities.ts'
import type { Properties } from './options.ts'

const MOST_BYTES = 1_048_576

/** Reads at most the limit, so that a long body cannot fill the memory. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) throw new BadRequest(`The body is larger than ${MOST_BYTES} bytes; send less.`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The JSON object of a request. @throws BadRequest for a body that is none. */
export async function readBody(request: Request): Promise<Properties> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new BadRequest('The content type must be application/json.')
  const bytes = await readBytes(request.body)
  const parse = (): unknown => {
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      throw new BadRequest('The body is not JSON in UTF-8.')
    }
  }
  const body = parse()
  if (isObject(body)) return body
  throw new BadRequest('The body must be a JSON object.')
}
