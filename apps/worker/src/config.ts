import {
  addressSetting,
  checkedSetting,
  email,
  integerSetting,
  SettingsReader,
  switchSetting,
  wordSetting,
  type Environment,
  type ParseSetting,
} from '@content-service/domain'
import { checkSecret, readTokenKeys, type DeliverySettings } from '@content-service/identity'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What an operator can set of the worker (C10.2). */
export interface WorkerSettings extends DeliverySettings {
  readonly databaseUrl: string
  /** Undefined: the default policy. */
  readonly policyFile: string | undefined
  readonly trashRetentionDays: number
  readonly auditRetentionDays: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

const text: ParseSetting<string> = (given) => given
const origin: ParseSetting<string> = (given) => addressSetting('http:', 'https:')(given).replace(/\/$/, '')

/** @throws InvalidSettings naming every wrong one. */
export const readWorkerSettings = (environment: Environment): WorkerSettings => {
  const given = new SettingsReader(environment)
  const settings: WorkerSettings = {
    databaseUrl: given.read('DATABASE_URL', addressSetting('postgres:', 'postgresql:'), ''),
    jwtSecret: given.read('JWT_SECRET', checkedSetting(checkSecret), undefined),
    tokenKeys: readTokenKeys(given),
    encryptionSecret: given.read('ENCRYPTION_SECRET', checkedSetting(checkSecret), undefined),
    dataDir: given.read('DATA_DIR', text, '.data'),
    production: environment['NODE_ENV'] === 'production',
    baseUrl: given.read('BASE_URL', origin, 'http://localhost:3000'),
    smtpUrl: given.read('SMTP_URL', addressSetting('smtp:', 'smtps:'), undefined),
    mailFrom: given.read('MAIL_FROM', email, undefined),
    smtpAllowPlain: given.read('SMTP_ALLOW_PLAIN', switchSetting, false),
    policyFile: given.read('POLICY_FILE', text, undefined),
    webhookAllowPrivate: given.read('WEBHOOK_ALLOW_PRIVATE', switchSetting, false),
    trashRetentionDays: given.read('TRASH_RETENTION_DAYS', integerSetting(1, 3_650), 30),
    auditRetentionDays: given.read('AUDIT_RETENTION_DAYS', integerSetting(0, 36_500), 400),
    logLevel: given.read('LOG_LEVEL', wordSetting(LOG_LEVELS), 'info'),
  }
  if (!environment['DATABASE_URL'])
    given.refuse('Set DATABASE_URL. Without it, the API uses the embedded database and runs the jobs itself')
  if (settings.production && settings.jwtSecret === undefined && settings.tokenKeys === undefined)
    given.refuse('Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production, to the same value as for the API')
  given.finish()
  return settings
}
