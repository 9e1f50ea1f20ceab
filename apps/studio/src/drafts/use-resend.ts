import { useEffect, useRef } from 'react'
import { hasCode } from '../api/records.ts'

/** C20.5: a text is sent within 30 s of the return of the connection. */
const AGAIN_MS = 10_000

/** Sends again what the service did not get, as soon as it answers. */
export const useResend = (error: unknown, send: () => void): void => {
  const latest = useRef(send)
  latest.current = send
  const isCut = hasCode(error, 'NETWORK_ERROR')
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
