import type { IncomingMessage, ServerResponse } from 'node:http'
import { createCompressor } from './compression.ts'
import type { Content } from './content.ts'
import { encode, encodeNow, negotiate, toBytes, type Negotiated } from './encoded-content.ts'
import { PIECE_BYTES, sendPieces } from './send-pieces.ts'
import type { Take, WaitingResponses } from './waiting-responses.ts'

export interface Recipient {
  readonly request: Pick<IncomingMessage, 'method' | 'headers'>
  readonly response: ServerResponse
  /** The credential and the address for which the content counts while it waits. */
  readonly budgetKeys: () => readonly string[]
  /** The small response for a client whose response has no room. */
  readonly refuse: (content: Content) => Content
  /** Writes the head of the response, whose body has the length. */
  readonly writeHead: (content: Content, length: number) => void
}

export type SendContent = (recipient: Recipient, content: Content) => void

interface SendingOptions {
  readonly waiting: WaitingResponses
  /** The longest time in which a client takes less than a piece. */
  readonly stalledMs: number
  /** C15.2: COMPRESSION. */
  readonly isCompressing: boolean
}

const NOTHING: Take = () => undefined

/** HEAD has the headers of GET and no body. */
const sendAtOnce = ({ request, response, writeHead }: Recipient, content: Content): void => {
  const { body } = content
  writeHead(content, Buffer.byteLength(body ?? ''))
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** C15.2, C15.4: sends every content of the service. Content of less than a piece never waits for room. */
export const createSendContent = ({ waiting, stalledMs, isCompressing }: SendingOptions): SendContent => {
  const compress = createCompressor()

  /** Content that is long, or takes long to compress. */
  const sendLong = async (
    recipient: Recipient,
    { content, coding }: Negotiated,
    taken: Take,
  ): Promise<void> => {
    const { response, writeHead, request } = recipient
    const bytes = toBytes(content.body)
    const compressed = coding && (await compress(bytes, coding).catch(() => null))
    const isShorter = compressed !== null && compressed.length < bytes.length
    const sent = isShorter && coding ? encode(content, compressed, coding) : { ...content, body: bytes }
    taken(bytes.length - sent.body.length)
    const isGone = response.req.socket.destroyed
    if (isGone || request.method === 'HEAD') {
      taken(sent.body.length)
      return isGone ? undefined : sendAtOnce(recipient, sent)
    }
    const { length } = sent.body
    writeHead(sent, length)
    // Not awaited: this function would keep the text of the content as long as its bytes wait.
    void sendPieces(response, sent.body, { stalledMs, release: () => taken(length) })
  }

  const send: SendContent = (recipient, given) => {
    const length = Buffer.byteLength(given.body ?? '')
    const negotiated = isCompressing
      ? negotiate(given, length, recipient.request.headers['accept-encoding'])
      : { content: given, coding: null }
    const encoded = encodeNow(negotiated, length)
    if (encoded !== null) return sendAtOnce(recipient, encoded)
    const isShort = length <= PIECE_BYTES
    if (isShort && negotiated.coding === null) return sendAtOnce(recipient, negotiated.content)
    const taken = isShort ? NOTHING : waiting.enter(recipient.budgetKeys(), length)
    if (taken === null) return send(recipient, recipient.refuse(given))
    void sendLong(recipient, negotiated, taken)
  }
  return send
}
