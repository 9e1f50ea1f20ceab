import type { IncomingMessage } from 'node:http'
import { isExcessConnection } from '../http/connection-limit.ts'
import { listHeader } from '../http/list-header.ts'

/** Express charges and refuses larger bodies. */
const MOST_BYTES = 64 * 1024

/** Headers that a middleware of express reads. */
const SPECIAL = ['content-encoding', 'expect', 'transfer-encoding', 'x-forwarded-proto'] as const

/** Whether the middlewares would only set their usual headers. */
export const isOrdinary = (request: IncomingMessage, allowsOrigin: boolean): boolean => {
  const { headers, socket } = request
  return (
    Number(headers['content-length'] ?? 0) < MOST_BYTES &&
    SPECIAL.every((name) => headers[name] === undefined) &&
    (allowsOrigin || headers.origin === undefined) &&
    listHeader(request, 'host').length === 1 &&
    !isExcessConnection(socket)
  )
}
