import helmet from 'helmet'
import type { Service } from './compose.ts'
import type { HeaderMiddleware } from './http/header-middleware.ts'
import { strictTransport } from './strict-transport.ts'

/** strict-transport.ts sets Strict-Transport-Security, because it has a condition. */
const securityHeaders = helmet({ strictTransportSecurity: false })

/** The headers of every response. */
export const commonHeaders = ({ trustProxy }: Service): readonly HeaderMiddleware[] => [
  securityHeaders,
  strictTransport(trustProxy),
]
