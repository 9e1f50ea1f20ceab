import { parseAddress, type PostgresAddress } from './address.ts'
import { RELIED_ON, writeOptions, writeSearchPath } from './session.ts'
import { listTls } from './tls.ts'
import { InvalidAddress } from './invalid-address.ts'

/** The options of a client of `pg`, but for TLS, which depends on the server. */
export const createClientConfig = (
  { user, password, host, port, database, ...parameters }: PostgresAddress,
  settings: Readonly<Record<string, string | number>>,
) => ({
  user,
  ...(password !== undefined && { password }),
  host,
  port,
  database,
  ...(parameters.applicationName !== undefined && { application_name: parameters.applicationName }),
  connectionTimeoutMillis: parameters.connectTimeoutMs ?? 0,
  enableChannelBinding: parameters.channelBinding !== 'disable',
  // Of two values of a setting, the last one wins.
  options: [parameters.options, writeOptions(settings)].filter(Boolean).join(' '),
  keepAlive: true,
})

/**
 * The class, whose clients give up to connect after a time. The option of a pool would also limit the wait for a free
 * connection, which long work may hold.
 */
export const limitConnecting = <Class extends new (...given: never[]) => object>(
  Client: Class,
  connectionTimeoutMillis: number,
): Class =>
  new Proxy(Client, {
    construct: (target, [config]: never[]) =>
      // The pool hides the password in its options, so that a copy would lack it.
      new target(
        Object.create(config as never, {
          connectionTimeoutMillis: { value: connectionTimeoutMillis },
        }) as never,
      ),
  })

/** The settings of every session. */
export const createSessionSettings = (schema: string | undefined): Readonly<Record<string, string>> => ({
  ...RELIED_ON,
  ...(schema !== undefined && { search_path: writeSearchPath(schema) }),
})

/** C15.5: the mistake in the address of a PostgreSQL, as a sentence without a subject; null for a right address. */
export const findAddressProblem = (text: string): string | null => {
  try {
    listTls(parseAddress(text))
    return null
  } catch (error) {
    if (error instanceof InvalidAddress) return error.message
    throw error
  }
}

/** The parameters of an address that have no effect. */
export const listIgnoredParameters = (text: string): readonly string[] => parseAddress(text).ignored
