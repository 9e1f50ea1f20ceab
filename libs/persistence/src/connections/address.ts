import { userInfo } from 'node:os'
import { InvalidAddress } from './invalid-address.ts'
import { checkParameters, readParameters, type AddressParameters } from './parameters.ts'

/** The parts of the address of a PostgreSQL. What it leaves out comes from the environment, as libpq's does (PGUSER …). */
export interface PostgresAddress extends AddressParameters {
  readonly user: string
  readonly password: string | undefined
  /** A name, an IP address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly database: string
}

const PROTOCOLS = ['postgresql:', 'postgres:']
const SIGN_IN = /^[a-z]+:\/\/(?<signIn>.*)@/su
const PARAMETERS = /\?[a-z_]+=/u
const ESCAPES: Readonly<Record<string, string>> = { '#': '%23', '/': '%2F', '?': '%3F' }

/** The user and the password, also of an address that is no URL because of them. */
const findSignIn = (text: string): string => {
  const parameters = PARAMETERS.exec(text)
  const address = parameters ? text.slice(0, parameters.index) : text
  return SIGN_IN.exec(address)?.groups?.['signIn'] ?? ''
}

const checkSignIn = (text: string): void => {
  const signIn = findSignIn(text)
  const [bare] = /[#/?]/.exec(signIn) ?? []
  if (bare !== undefined)
    throw new InvalidAddress(`has an unescaped ${bare} in its user or password: write it as ${ESCAPES[bare]}`)
  decode(signIn, 'user or password')
}

const decode = (text: string, part: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidAddress(`has a % in its ${part} that begins no escape of UTF-8: write it as %25`)
  }
}

/** A user without a host, as in `postgresql://ada@/content?host=/run/postgresql`, is no URL. */
const NO_HOST = 'no-host.invalid'

const parseUrl = (text: string): URL => {
  const whole = URL.canParse(text) ? text : text.replace(/@(?=[/?]|$)/u, `@${NO_HOST}`)
  const url = URL.canParse(whole) ? new URL(whole) : null
  if (url && PROTOCOLS.includes(url.protocol)) return url
  throw new InvalidAddress('must be a URL that begins with postgresql:// or postgres://')
}

/** C15.5: reads an address and libpq's parameters in it. @throws InvalidAddress. */
export const parseAddress = (text: string): PostgresAddress => {
  checkSignIn(text)
  const url = parseUrl(text)
  if (url.hash !== '') throw new InvalidAddress('has an unescaped #: write it as %23')
  const parameters = readParameters(url.searchParams)
  const { PGHOST, PGPORT, PGUSER, PGDATABASE } = process.env
  const host = parameters.host ?? (decode(url.hostname, 'host').replace(NO_HOST, '') || PGHOST || 'localhost')
  const user = decode(url.username, 'user') || PGUSER || userInfo().username
  const address = {
    ...parameters,
    user,
    password: decode(url.password, 'password') || undefined,
    // An IPv6 address is in brackets.
    host: host.replace(/^\[(.*)\]$/u, '$1'),
    port: Number(url.port || PGPORT || 5432),
    database: decode(url.pathname.slice(1), 'name of the database') || PGDATABASE || user,
  }
  checkParameters(address)
  return address
}
