import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sql } from 'kysely'
import {
  startTlsPostgres,
  type TlsOptions,
  type TlsPostgres,
} from '../../../../tools/postgres/postgres-tls.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { openDatabase } from '../database/orm.ts'
import { findRow } from '../statements/sql.ts'

requirePrograms('OpenSSL')
afterEach(() => vi.unstubAllEnvs())

/** Whether the connections of the pool are encrypted, after a notification has arrived on the connection that listens. */
const connect = async (url: string): Promise<boolean> => {
  const database = await openDatabase({ url })
  onTestFinished(() => database.close())
  const row = await findRow(
    database.session(),
    sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
  )
  const { promise, resolve } = Promise.withResolvers<null>()
  const listener = await database.listen('channel', () => resolve(null))
  onTestFinished(() => listener.close())
  await findRow(database.session(), sql`select pg_notify('channel', '')`)
  await promise
  return row?.ssl === true
}

const withServer = (options: TlsOptions): (() => TlsPostgres) => {
  let server: TlsPostgres
  beforeAll(async () => {
    server = await startTlsPostgres(options)
  }, 30_000)
  afterAll(() => server.stop())
  return () => server
}

const encrypted = (url: string): Promise<void> => expect(connect(url)).resolves.toBe(true)
const refused = (url: string, reason: RegExp): Promise<void> => expect(connect(url)).rejects.toThrow(reason)

describe('C15.5 a PostgreSQL that accepts only TLS', () => {
  const server = withServer({})
  const at = (parameters: string) => `${server().url}?${parameters}`

  it.each(['allow', 'prefer', 'require'])('is reached with sslmode=%s, whatever its certificate', (mode) =>
    encrypted(at(`sslmode=${mode}`)),
  )

  it('is reached without sslmode, and with the mode of PGSSLMODE', async () => {
    await encrypted(server().url)
    vi.stubEnv('PGSSLMODE', 'disable')
    await refused(server().url, /no encryption/)
    await encrypted(at('sslmode=require'))
    vi.stubEnv('PGSSLMODE', 'verify-full')
    await refused(server().url, /certificate/)
  })

  it('refuses sslmode=disable', () => refused(at('sslmode=disable'), /no encryption/))

  it.each(['verify-ca', 'verify-full', 'require'])('proves its authority with sslmode=%s', async (mode) => {
    await encrypted(at(`sslmode=${mode}&sslrootcert=${server().authority}`))
    await refused(at(`sslmode=${mode}&sslrootcert=${server().otherAuthority}`), /certificate|issuer/)
  })

  it('has no certificate of an authority that everybody trusts', () =>
    refused(at('sslmode=verify-full'), /certificate|issuer/))

  it('binds the password to its certificate', () => encrypted(at('sslmode=require&channel_binding=require')))
})

describe('C15.5 a PostgreSQL with the certificate of another name', () => {
  const server = withServer({ certificateFor: 'DNS:elsewhere.example' })

  it('passes verify-ca, and fails verify-full', async () => {
    const { url, authority } = server()
    await encrypted(`${url}?sslmode=verify-ca&sslrootcert=${authority}`)
    await refused(`${url}?sslmode=verify-full&sslrootcert=${authority}`, /altnames/)
  })
})

describe('C15.5 a PostgreSQL that asks for the certificate of the client', () => {
  const server = withServer({ asksClient: true })

  it('gets the certificate of sslcert and sslkey', async () => {
    const { url, clientCertificate, clientKey } = server()
    await encrypted(`${url}?sslmode=require&sslcert=${clientCertificate}&sslkey=${clientKey}`)
    await refused(`${url}?sslmode=require`, /certificate/)
  })
})

describe('C15.5 a PostgreSQL that accepts only plain text', () => {
  const server = withServer({ access: 'hostnossl' })
  const plain = (url: string): Promise<void> => expect(connect(url)).resolves.toBe(false)

  it.each(['disable', 'allow', 'prefer'])('is reached with sslmode=%s', (mode) =>
    plain(`${server().url}?sslmode=${mode}`),
  )

  it('is refused by sslmode=require, and by channel_binding=require', async () => {
    await refused(`${server().url}?sslmode=require`, /pg_hba/)
    await refused(`${server().url}?sslmode=disable&channel_binding=require`, /channel binding/)
  })
})
