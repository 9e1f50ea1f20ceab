import { RestError } from '../protocol/problem.ts'

/** A run of bytes. The signs around it are ASCII, or have their own bytes, so that no character goes on behind a run. */
const BYTES = /(?:%[0-9a-f]{2})+/gi

const isUtf8 = (bytes: string): boolean => {
  try {
    decodeURIComponent(bytes)
    return true
  } catch {
    return false
  }
}

const hasOtherBytes = (text: string): boolean => text.match(BYTES)?.some((bytes) => !isUtf8(bytes)) ?? false

/**
 * Refuses a query as it was sent, without its `?`, in which a parameter has bytes that are no UTF-8. URLSearchParams puts
 * U+FFFD in their place, which a client can also mean. @throws BAD_REQUEST.
 */
export const refuseOtherBytes = (sent: string): void => {
  const wrong = sent.includes('%') ? sent.split('&').find(hasOtherBytes) : undefined
  if (wrong === undefined) return
  const [name = ''] = new URLSearchParams(wrong).keys()
  throw new RestError('BAD_REQUEST', `The parameter ${name} is not percent-encoded UTF-8.`)
}
