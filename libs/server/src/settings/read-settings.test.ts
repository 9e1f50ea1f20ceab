import { describe, expect, it } from 'vitest'
import { InvalidSettings, readSettings, readWorkerSettings } from './read-settings.ts'

const listProblems = (
  environment: Record<string, string>,
  read: (environment: Record<string, string>) => unknown = readSettings,
): readonly string[] => {
  try {
    read(environment)
    return []
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems
    throw error
  }
}

describe('C10.2 settings', () => {
  it('have their defaults, and empty settings count as absent', () => {
    const defaults = readSettings({})
    expect(defaults).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: '.data',
      allowSignUp: true,
      sampleContent: true,
      basicAuth: true,
      passwordMinLength: 15,
      bodyLimit: 4_194_304,
      searchTimeoutMs: 2_000,
      trashRetentionDays: 30,
      auditRetentionDays: 400,
      logLevel: 'info',
    })
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(defaults)
  })

  it.each([
    [{ NODE_ENV: 'production', JWT_SECRET: 'short' }, /^JWT_SECRET must/],
    [{ DATABASE_URL: 'mysql://x', WEB_CONCURRENCY: '2', DATABASE_SCHEMA: 'own' }, /^DATABASE_URL must/],
    [
      { JWT_PRIVATE_KEY_FILE: '/absent', JWT_ALGORITHM: 'ES256' },
      /^JWT_PRIVATE_KEY_FILE is \/absent, which does not exist$/,
    ],
    [{ JWT_PRIVATE_KEY_FILE: '/' }, /^JWT_PRIVATE_KEY_FILE is \/, which is a folder and not a file$/],
  ])('a wrong setting is not missing as well: %j', (settings, problem) => {
    expect(listProblems(settings)).toEqual([expect.stringMatching(problem)])
  })

  it('the message names all wrong settings together', () => {
    const wrong = {
      PORT: '80x',
      DATABASE_URL: 'mysql://x',
      DATABASE_REPLICA_URLS: 'postgres://replica, mysql://x',
      BASE_URL: 'ftp://x',
      JWT_SECRET: 'short',
      ENCRYPTION_SECRET: 'short',
      ADMIN_EMAIL: 'nobody',
      ALLOW_SIGN_UP: 'yes',
      PASSWORD_MIN_LENGTH: '7',
      BODY_LIMIT: '1e6',
      LOG_LEVEL: 'loud',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_TRACES_SAMPLER_ARG: '10%',
      WEB_CONCURRENCY: '0',
      TRUST_PROXY: '10.0.0.0/8, proxy.example.org',
      REDIS_URL: 'http://localhost',
      RATE_LIMIT: '0',
      RATE_LIMIT_ANONYMOUS: '1e3',
      CORS_ORIGINS: 'https://app.example.org, https://app.example.org/',
    }
    const problems = listProblems(wrong)
    expect(problems.map((problem) => problem.split(' ')[0]).toSorted()).toEqual(Object.keys(wrong).toSorted())
    expect(problems.find((problem) => problem.startsWith('ALLOW_SIGN_UP'))).toBe(
      'ALLOW_SIGN_UP must be true, false, on or off',
    )
  })

  it('replicas need a named database', () => {
    expect(listProblems({ DATABASE_REPLICA_URLS: 'postgres://replica' })).toEqual([
      'Set DATABASE_URL to the primary database of the replicas in DATABASE_REPLICA_URLS',
    ])
  })

  it.each(['Content', 'pg_content', '1content', 'a b', 'x'.repeat(64)])(
    'DATABASE_SCHEMA refuses %j',
    (text) => {
      expect(listProblems({ DATABASE_URL: 'postgres://localhost', DATABASE_SCHEMA: text })).toHaveLength(1)
    },
  )

  it('a schema needs a named database', () => {
    expect(listProblems({ DATABASE_SCHEMA: 'content' })).toEqual([
      'Set DATABASE_URL to the PostgreSQL that has the schema in DATABASE_SCHEMA',
    ])
  })

  it('DATABASE_DIRECT_URL needs a DATABASE_URL', () => {
    expect(listProblems({ DATABASE_DIRECT_URL: 'postgres://localhost' })).toEqual([
      'Set DATABASE_URL to the pooler of the PostgreSQL in DATABASE_DIRECT_URL',
    ])
  })

  it('switches accept true, false, on and off; numbers are plain decimal integers', () => {
    for (const [text, value] of [
      ['true', true],
      ['on', true],
      ['false', false],
      ['off', false],
    ] as const)
      expect(readSettings({ BASIC_AUTH: text }).basicAuth).toBe(value)
    for (const text of ['01', '+1', '-1', ' 1', '65536', '3.0'])
      expect(listProblems({ PORT: text }), text).toHaveLength(1)
  })

  it.each([
    ['*', '*'],
    ['https://app.example.org', ['https://app.example.org']],
    ['https://app.example.org, http://localhost:5173', ['https://app.example.org', 'http://localhost:5173']],
  ])('CORS_ORIGINS accepts %j', (text, origins) =>
    expect(readSettings({ CORS_ORIGINS: text }).corsOrigins).toEqual(origins),
  )

  it.each([
    'app.example.org',
    'https://app.example.org/',
    'https://App.example.org',
    'https://a.org:443',
    'null',
    '*,*',
  ])('CORS_ORIGINS refuses %j, which no browser sends', (text) =>
    expect(listProblems({ CORS_ORIGINS: text })).toEqual([
      expect.stringMatching(/^CORS_ORIGINS must be \* or/),
    ]),
  )

  it('production listens on all addresses and creates no secret', () => {
    expect(listProblems({ NODE_ENV: 'production' })).toEqual([
      'Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production',
    ])
    const settings = readSettings({ NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) })
    expect(settings.host).toBe('0.0.0.0')
  })
})

describe('C10.2 settings of the worker', () => {
  const DATABASE_URL = 'postgres://localhost/content'

  it('are the settings that the worker shares with the api, with the same defaults', () => {
    const settings = readWorkerSettings({ DATABASE_URL })
    expect(settings).toMatchObject({ databaseUrl: DATABASE_URL, baseUrl: 'http://localhost:3000' })
    const { baseUrl: _base, workerStatementTimeoutMs: _timeout, ...shared } = settings
    expect(readSettings({ DATABASE_URL })).toMatchObject(shared)
    expect(settings).not.toHaveProperty('port')
    expect(settings).not.toHaveProperty('rateLimits')
  })

  it('the message names all wrong settings together, including the database and the secret that a worker needs', () => {
    const wrong = { NODE_ENV: 'production', TRASH_RETENTION_DAYS: '0', SMTP_ALLOW_PLAN: 'true' }
    expect(listProblems(wrong, readWorkerSettings)).toEqual([
      'TRASH_RETENTION_DAYS must be a decimal integer from 1 to 3650',
      'Set DATABASE_URL. Without it, the API uses the embedded database and runs the jobs itself',
      'Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production, to the same value as for the API',
      'SMTP_ALLOW_PLAN is no setting. Did you mean SMTP_ALLOW_PLAIN?',
    ])
  })

  it('ignores settings of the api, including wrong ones', () => {
    expect(listProblems({ DATABASE_URL, PORT: 'x', RATE_LIMT: '5' }, readWorkerSettings)).toEqual([])
  })
})

it('a message names all wrong settings, one in a line', () => {
  expect(new InvalidSettings(['PORT must be 1', 'HOST must be x']).message).toBe(
    'These settings are wrong:\n  PORT must be 1\n  HOST must be x',
  )
})
