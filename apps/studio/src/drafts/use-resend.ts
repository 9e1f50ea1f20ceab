import { useEffect, useRef } from 'react'
import { NoAnswer } from '../api/connection.ts'
import { hasCode } from '../api/records.ts'

/** C20.5: a text is sent within 30 s of the return of the connection. */
const AGAIN_MS = 10_000

/** Sends again what the service did not get, as soon as it answers. */
export const useResend = (error: unknown, send: () => void): void => {
  const latest = useRef(send)
  latest.current = send
  // Without a token, nothing was sent.
  const isCut = hasCode(error, 'NETWORK_ERROR') || error instanceof NoAnswer
  useEffect(() => {
    if (!isCut) return undefined
    const again = (): void => latest.current()
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isCut])
}
