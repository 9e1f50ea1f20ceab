import { adviseName } from '@content-service/domain/internal/rules'
import { InvalidAddress } from './invalid-address.ts'

export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
const BINDINGS = ['disable', 'prefer', 'require'] as const

export type TlsMode = (typeof TLS_MODES)[number]
export type TargetSession = (typeof TARGETS)[number]

/** The parameters of libpq that an address may have (PostgreSQL 18, 34.1.2). */
export interface AddressParameters {
  readonly sslmode: TlsMode | undefined
  /** A file of certificates that the server's must descend from, or `system` for those of Node. */
  readonly sslrootcert: string | undefined
  /** The files of the client's certificate and its key. */
  readonly sslcert: string | undefined
  readonly sslkey: string | undefined
  readonly applicationName: string | undefined
  /** Settings of the session, as `-c name=value`. */
  readonly options: string | undefined
  readonly host: string | undefined
  readonly connectTimeoutMs: number | undefined
  readonly targetSession: TargetSession
  readonly channelBinding: (typeof BINDINGS)[number]
  /** The parameters of other programs that have no effect here. */
  readonly ignored: readonly string[]
}

const KNOWN = [
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'application_name',
  'options',
  'host',
  'connect_timeout',
  'target_session_attrs',
  'channel_binding',
] as const
type Name = (typeof KNOWN)[number]

/** Prisma's names for what the settings of the service decide. */
const IGNORED = ['pgbouncer', 'connection_limit', 'pool_timeout']

const isKnown = (name: string): name is Name => KNOWN.some((known) => known === name)

const checkName = (name: string): void => {
  if (isKnown(name) || IGNORED.includes(name)) return
  if (name === 'schema')
    throw new InvalidAddress('has the parameter schema: set DATABASE_SCHEMA to the name of the schema')
  throw new InvalidAddress(`has the unknown parameter ${name}: ${adviseName(name, KNOWN)}`)
}

const readWord = <const Word extends string>(
  name: string,
  given: string | undefined,
  words: readonly Word[],
): Word | undefined => {
  const word = words.find((each) => each === given)
  if (given !== undefined && word === undefined)
    throw new InvalidAddress(
      `has the ${name} ${JSON.stringify(given)}: it must be one of ${words.join(', ')}`,
    )
  return word
}

/** As long as people wait at a terminal. Without a limit, a server that says nothing would hold a command for ever. */
const CONNECT_TIMEOUT_MS = 10_000

const readSeconds = (given: string | undefined): number | undefined => {
  if (given === undefined) return CONNECT_TIMEOUT_MS
  if (!/^\d{1,6}$/u.test(given))
    throw new InvalidAddress('has a connect_timeout that is no whole number of seconds')
  // As in libpq, 0 is no limit.
  return Number(given) * 1_000 || undefined
}

/** @throws InvalidAddress. */
export const readParameters = (given: URLSearchParams): AddressParameters => {
  for (const name of given.keys()) checkName(name)
  const read = (name: Name): string | undefined => given.getAll(name).at(-1) || undefined
  return {
    sslmode: readWord('sslmode', read('sslmode'), TLS_MODES),
    sslrootcert: read('sslrootcert'),
    sslcert: read('sslcert'),
    sslkey: read('sslkey'),
    applicationName: read('application_name'),
    options: read('options'),
    host: read('host'),
    connectTimeoutMs: readSeconds(read('connect_timeout')),
    targetSession: readWord('target_session_attrs', read('target_session_attrs'), TARGETS) ?? 'any',
    channelBinding: readWord('channel_binding', read('channel_binding'), BINDINGS) ?? 'prefer',
    ignored: IGNORED.filter((name) => given.has(name)),
  }
}

/** Parameters that need or exclude each other. @throws InvalidAddress. */
export const checkParameters = ({
  host,
  sslmode,
  sslcert,
  sslkey,
  sslrootcert,
}: Omit<AddressParameters, 'host'> & { readonly host: string }): void => {
  if (host.includes(','))
    throw new InvalidAddress('names several hosts: it can name one. Replicas have DATABASE_REPLICA_URLS')
  if ((sslcert === undefined) !== (sslkey === undefined))
    throw new InvalidAddress('has only one of sslcert and sslkey: set both')
  if (sslmode === 'verify-ca' && (sslrootcert === undefined || sslrootcert === 'system'))
    throw new InvalidAddress(
      'has sslmode=verify-ca without a file in sslrootcert: anybody can have a certificate of a public authority. Use verify-full',
    )
}
