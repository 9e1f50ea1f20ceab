import type { ServerResponse } from 'node:http'

/** A client must take a piece in the time limit. A smaller response is one piece. */
export const PIECE_BYTES = 65_536

interface Sending {
  /** The longest time in which the client takes less than a piece. */
  readonly stalledMs: number
  /** Called with the bytes that the kernel has taken, and at the end with those that it will not take. */
  readonly taken: (bytes: number) => void
}

/**
 * C15.4: sends the content of a response in pieces, each when the kernel has taken the piece before it, and cuts the
 * connection of a client that does not read.
 */
export const sendPieces = (
  response: ServerResponse,
  content: Buffer,
  { stalledMs, taken }: Sending,
): void => {
  let sent = 0
  let counted = 0
  const count = (): void => {
    taken(sent - counted)
    counted = sent
  }
  const cut = setTimeout(() => response.destroy(), stalledMs)
  response.once('close', () => {
    clearTimeout(cut)
    sent = content.length
    count()
  })
  const sendNext = (error?: Error | null): void => {
    // The response is closed, or about to close.
    if (error) return
    count()
    cut.refresh()
    const piece = content.subarray(sent, sent + PIECE_BYTES)
    sent += piece.length
    if (sent === content.length) response.end(piece)
    else response.write(piece, sendNext)
  }
  sendNext()
}
