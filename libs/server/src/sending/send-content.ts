import type { ServerResponse } from 'node:http'
import { PIECE_BYTES, sendPieces } from './send-pieces.ts'
import type { WaitingResponses } from './waiting-responses.ts'

/** A response, or its part beside the headers that all responses have. */
export interface Content {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Absent for a response without content. */
  readonly body?: string | Buffer
}

export interface Recipient {
  readonly response: ServerResponse
  /** The credential and the address for which the content counts while it waits. */
  readonly holders: () => readonly string[]
  /** The small response for a client whose response has no room. */
  readonly refuse: (content: Content) => Content
  /** Writes the head of the response, whose body has the length. */
  readonly writeHead: (content: Content, length: number) => void
}

export type SendContent = (recipient: Recipient, content: Content) => void

/** C15.4: sends every content of the service. Content of less than a piece never waits for room. */
export const createSender = (waiting: WaitingResponses, stalledMs: number): SendContent => {
  const send: SendContent = (recipient, content) => {
    const { response, holders, refuse, writeHead } = recipient
    const { body = '' } = content
    const length = Buffer.byteLength(body)
    if (length <= PIECE_BYTES) {
      writeHead(content, length)
      return void response.end(body)
    }
    const taken = waiting.enter(holders(), length)
    if (taken === null) return send(recipient, refuse(content))
    writeHead(content, length)
    sendPieces(response, typeof body === 'string' ? Buffer.from(body) : body, { stalledMs, taken })
  }
  return send
}
