import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requirePrograms } from '../programs/required-programs.ts'
import { startPostgres } from './postgres.ts'

export interface TlsPostgres {
  /** The address without parameters. */
  readonly url: string
  /** The certificate of the authority of the server, and of another authority. */
  readonly authority: string
  readonly otherAuthority: string
  /** A certificate that the server accepts from its clients, and its key. */
  readonly clientCertificate: string
  readonly clientKey: string
  stop(): Promise<void>
}

type Access = 'hostssl' | 'hostnossl' | 'host'

/** A server that accepts only these connections. Its certificate is for this name, or for an IP address. */
export interface TlsOptions {
  readonly access?: Access
  readonly certificateFor?: string
  /** Whether the server also asks for the certificate of the client. */
  readonly asksClient?: boolean
}

const openssl = (folder: string, ...args: string[]): void =>
  void execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })

/** The options of a request for a certificate with a new key. */
const newKey = (name: string): string[] => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-keyout',
  `${name}.key`,
]

const createAuthority = (folder: string, name: string): string => {
  openssl(
    folder,
    'req',
    '-x509',
    ...newKey(name),
    '-out',
    `${name}.crt`,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  )
  return join(folder, `${name}.crt`)
}

/** A certificate of the authority `ours`. */
const createCertificate = (folder: string, name: string, subject: string, alternative: string): void => {
  openssl(folder, 'req', '-new', ...newKey(name), '-out', `${name}.csr`, '-subj', `/CN=${subject}`)
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${alternative}`)
  const signed = ['-CA', 'ours.crt', '-CAkey', 'ours.key', '-CAcreateserial', '-days', '2']
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...signed,
    '-out',
    `${name}.crt`,
    '-extfile',
    `${name}.ext`,
  )
}

const configure = (dataDir: string, folder: string, { access = 'hostssl', asksClient }: TlsOptions): void => {
  const owner = statSync(dataDir)
  for (const name of ['server.crt', 'server.key', 'ours.crt']) {
    copyFileSync(join(folder, name), join(dataDir, name))
    // PostgreSQL accepts a key that nobody else can read. OpenSSL has created it so.
    chownSync(join(dataDir, name), owner.uid, owner.gid)
  }
  const ssl =
    "ssl = on\nssl_cert_file = 'server.crt'\nssl_key_file = 'server.key'\nssl_ca_file = 'ours.crt'\n"
  appendFileSync(join(dataDir, 'postgresql.conf'), ssl)
  const client = asksClient ? ' clientcert=verify-full' : ''
  writeFileSync(join(dataDir, 'pg_hba.conf'), `${access} all all 127.0.0.1/32 scram-sha-256${client}\n`)
}

/** Starts a PostgreSQL with a certificate. It accepts only connections with TLS, unless `access` says otherwise. */
export async function startTlsPostgres(options: TlsOptions = {}): Promise<TlsPostgres> {
  requirePrograms('OpenSSL')
  const folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'))
  const authority = createAuthority(folder, 'ours')
  const otherAuthority = createAuthority(folder, 'others')
  createCertificate(folder, 'server', 'server', options.certificateFor ?? 'IP:127.0.0.1,DNS:localhost')
  createCertificate(folder, 'client', 'postgres', 'DNS:client')
  const postgres = await startPostgres()
  configure(postgres.dataDir, folder, options)
  await postgres.restart()
  return {
    url: postgres.url,
    authority,
    otherAuthority,
    clientCertificate: join(folder, 'client.crt'),
    clientKey: join(folder, 'client.key'),
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
