import { checkSecret, DEFAULT_PASSWORD_LENGTH, LEAST_PASSWORD_LENGTH } from '@content-service/identity'
import { email } from '@content-service/domain'

/** What an operator can set (C10.2). */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  /** Undefined: made from host and port once the server listens. */
  readonly baseUrl: string | undefined
  /** Undefined: made, and kept in `dataDir`. */
  readonly jwtSecret: string | undefined
  readonly jwtIssuer: string | undefined
  readonly jwtAudience: string | undefined
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  readonly allowSignUp: boolean
  readonly sampleContent: boolean
  readonly basicAuth: boolean
  readonly passwordMinLength: number
  /** Bytes. */
  readonly bodyLimit: number
  readonly logLevel: LogLevel
  readonly production: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Thrown with every wrong setting at once, a line each. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

type Parse<Value> = (text: string) => Value

const refuse = (sentence: string): never => {
  throw new Error(sentence)
}

const integer =
  (least: number, most: number): Parse<number> =>
  (text) =>
    /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) >= least && Number(text) <= most
      ? Number(text)
      : refuse(`must be a plain decimal integer from ${least} to ${most}`)

const SWITCH = new Map([
  ['true', true],
  ['on', true],
  ['false', false],
  ['off', false],
])
const onOff: Parse<boolean> = (text) => SWITCH.get(text) ?? refuse('must be true, false, on or off')

const address =
  (...protocols: readonly string[]): Parse<string> =>
  (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? text
      : refuse(
          `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        )

const checked =
  (problemWith: (text: string) => string | null): Parse<string> =>
  (text) => {
    const problem = problemWith(text)
    return problem === null ? text : refuse(problem)
  }

const text: Parse<string> = (given) => given
const origin: Parse<string> = (given) => address('http:', 'https:')(given).replace(/\/$/, '')
const logLevel: Parse<LogLevel> = (given) =>
  LOG_LEVELS.find((level) => level === given) ?? refuse(`must be one of ${LOG_LEVELS.join(', ')}`)

/** Names of the contract that this version does not act on yet: told at start, so that nobody relies on them. */
const WITHOUT_EFFECT = [
  'DATABASE_REPLICA_URLS',
  'AUTH_URL',
  'JWT_PRIVATE_KEY_FILE',
  'JWT_ALGORITHM',
  'OAUTH_CLIENT_ID',
  'OAUTH_CLIENT_SECRET',
  'OAUTH_REDIRECT_URIS',
  'OAUTH_PASSWORD_GRANT',
  'REDIS_URL',
  'CORS_ORIGINS',
  'TRUST_PROXY',
  'POLICY_FILE',
  'RATE_LIMIT',
  'RATE_LIMIT_ANONYMOUS',
  'METRICS_ALLOW',
  'REQUIRE_IF_MATCH',
  'SMTP_URL',
  'TRUSTED_DOCUMENTS',
  'TRUSTED_DOCUMENTS_FILE',
  'GRAPHQL_MAX_DEPTH',
  'GRAPHQL_MAX_COST',
  'GRAPHQL_MAX_ALIASES',
  'GRAPHQL_MAX_TOKENS',
  'GRAPHQL_MAX_ERRORS',
  'GRAPHQL_MAX_ROOT_FIELDS',
  'GRAPHQL_TIMEOUT_MS',
] as const

export const settingsWithoutEffect = (environment: Environment): readonly string[] =>
  WITHOUT_EFFECT.filter((name) => (environment[name] ?? '') !== '')

/** Reads the environment. @throws InvalidSettings naming every wrong one. */
export const readSettings = (environment: Environment): Settings => {
  const problems: string[] = []
  const read = <Value, Otherwise>(
    name: string,
    parse: Parse<Value>,
    otherwise: Otherwise,
  ): Value | Otherwise => {
    const given = environment[name] ?? ''
    if (given === '') return otherwise
    try {
      return parse(given)
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}`)
      return otherwise
    }
  }
  const production = environment['NODE_ENV'] === 'production'
  const settings: Settings = {
    port: read('PORT', integer(0, 65_535), 3000),
    host: read('HOST', text, production ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: read('DATABASE_URL', address('postgres:', 'postgresql:'), undefined),
    dataDir: read('DATA_DIR', text, '.data'),
    baseUrl: read('BASE_URL', origin, undefined),
    jwtSecret: read('JWT_SECRET', checked(checkSecret), undefined),
    jwtIssuer: read('JWT_ISSUER', text, undefined),
    jwtAudience: read('JWT_AUDIENCE', text, undefined),
    adminEmail: read('ADMIN_EMAIL', email, undefined),
    adminPassword: read('ADMIN_PASSWORD', text, undefined),
    allowSignUp: read('ALLOW_SIGN_UP', onOff, true),
    sampleContent: read('SAMPLE_CONTENT', onOff, true),
    basicAuth: read('BASIC_AUTH', onOff, true),
    passwordMinLength: read(
      'PASSWORD_MIN_LENGTH',
      integer(LEAST_PASSWORD_LENGTH, 256),
      DEFAULT_PASSWORD_LENGTH,
    ),
    bodyLimit: read('BODY_LIMIT', integer(1_024, 1_073_741_824), 4 * 1024 * 1024),
    logLevel: read('LOG_LEVEL', logLevel, 'info'),
    production,
  }
  if (production && settings.jwtSecret === undefined) problems.push('JWT_SECRET must be set in production')
  if (problems.length > 0) throw new InvalidSettings(problems)
  return settings
}
