import { readFileSync } from 'node:fs'
import { describeUnreadable } from '@content-service/domain/internal/rules'
import type { PostgresAddress } from './address.ts'
import { InvalidAddress } from './invalid-address.ts'
import { TLS_MODES, type TlsMode } from './parameters.ts'

/** The options of `pg` for TLS; false for a connection in plain text. */
export type Tls =
  | false
  | {
      readonly ca?: string
      readonly cert?: string
      readonly key?: string
      readonly rejectUnauthorized: boolean
      readonly checkServerIdentity?: () => undefined
    }

const readFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new InvalidAddress(`names the file ${path} in ${name}, which ${describeUnreadable(cause)}`, {
      cause,
    })
  }
}

const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Without sslmode, PGSSLMODE holds. Without both, a connection is encrypted if the server can do it, as libpq does; within
 * this machine only if the server refuses plain text.
 */
const findMode = ({ sslmode, sslrootcert, host }: PostgresAddress): TlsMode => {
  const given = process.env['PGSSLMODE'] || undefined
  const inherited = TLS_MODES.find((mode) => mode === given)
  if (sslmode === undefined && given !== undefined && inherited === undefined)
    throw new InvalidAddress(`has no sslmode, and PGSSLMODE is none of ${TLS_MODES.join(', ')}`)
  const mode = sslmode ?? inherited ?? (isOnThisMachine(host) ? 'allow' : 'prefer')
  // As in libpq, a trusted authority that nobody asks for would protect from nothing.
  return mode === 'require' && sslrootcert !== undefined && sslrootcert !== 'system' ? 'verify-ca' : mode
}

const readCertificates = ({ sslrootcert, sslcert, sslkey }: PostgresAddress) => ({
  ...(sslrootcert !== undefined && sslrootcert !== 'system' && { ca: readFile('sslrootcert', sslrootcert) }),
  ...(sslcert !== undefined && { cert: readFile('sslcert', sslcert) }),
  ...(sslkey !== undefined && { key: readFile('sslkey', sslkey) }),
})

/** C15.5: the ways to connect, in the order in which they are tried. @throws InvalidAddress for an unreadable file. */
export const listTls = (address: PostgresAddress): readonly [Tls, ...Tls[]] => {
  const mode = findMode(address)
  // A Unix socket stays on the machine.
  if (mode === 'disable' || address.host.startsWith('/')) return [false]
  const certificates = readCertificates(address)
  if (mode === 'verify-full') return [{ ...certificates, rejectUnauthorized: true }]
  if (mode === 'verify-ca')
    return [{ ...certificates, rejectUnauthorized: true, checkServerIdentity: () => undefined }]
  const unchecked: Tls = { ...certificates, rejectUnauthorized: false }
  if (mode === 'require' || address.channelBinding === 'require') return [unchecked]
  return mode === 'prefer' ? [unchecked, false] : [false, unchecked]
}

/** The server has no TLS, its handshake failed, or pg_hba.conf wants the other kind of connection. */
const mayTryAgain = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string }
  return message.includes('SSL') || code === '28000' || code === 'EPROTO' || code.startsWith('ERR_SSL')
}

/** Connects in the first way that the server accepts. */
const connectByTls = async <Connection>(
  ways: readonly Tls[],
  connect: (tls: Tls) => Promise<Connection>,
): Promise<Connection> => {
  const [first = false, ...others] = ways
  try {
    return await connect(first)
  } catch (error) {
    if (others.length === 0 || !mayTryAgain(error)) throw error
    // The first refusal says more than the second one.
    return connectByTls(others, connect).catch((later: unknown) => {
      throw mayTryAgain(later) ? error : later
    })
  }
}

export type ConnectByTls = <Connection>(connect: (tls: Tls) => Promise<Connection>) => Promise<Connection>

/** Connects in the way that the server accepted last, and otherwise in the other ways. */
export const rememberTls = (ways: readonly [Tls, ...Tls[]]): ConnectByTls => {
  let order: readonly Tls[] = ways
  return (connect) =>
    connectByTls(order, async (tls) => {
      const connection = await connect(tls)
      order = [tls, ...ways.filter((way) => way !== tls)]
      return connection
    })
}
