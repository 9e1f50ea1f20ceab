import { type ClientError, malformed } from '../errors/client-error.ts'
import { readError } from '../errors/read-error.ts'
import type { TextResponse } from './send.ts'

/** A response that the service does not send. */
export const unexpected = (response: Response, cause?: unknown): ClientError => {
  const type = response.headers.get('content-type') ?? 'no content type'
  const message = `The response ${response.status} (${type}) is not from a content service. Check the URL, and the proxies on the way.`
  return malformed(message, response.status, cause)
}

const parse = ({ response, text }: TextResponse): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw unexpected(response, cause)
  }
}

/** The JSON of a response. Throws the error that the response reports, or that it is no response of the service. */
export const readJson = (received: TextResponse): unknown => {
  const json = parse(received)
  const { response } = received
  if (response.ok) return json
  throw readError(response, json) ?? unexpected(response)
}
