import {
  addressSetting,
  integerSetting,
  SettingsReader,
  wordSetting,
  type Environment,
} from '@content-service/domain'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What an operator can set of the worker (C10.2). */
export interface WorkerSettings {
  readonly databaseUrl: string
  readonly trashRetentionDays: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

/** @throws InvalidSettings naming every wrong one. */
export const readWorkerSettings = (environment: Environment): WorkerSettings => {
  const given = new SettingsReader(environment)
  const settings: WorkerSettings = {
    databaseUrl: given.read('DATABASE_URL', addressSetting('postgres:', 'postgresql:'), ''),
    trashRetentionDays: given.read('TRASH_RETENTION_DAYS', integerSetting(1, 3_650), 30),
    logLevel: given.read('LOG_LEVEL', wordSetting(LOG_LEVELS), 'info'),
  }
  if (!environment['DATABASE_URL'])
    given.refuse('DATABASE_URL must be set; with the embedded database the API runs the jobs itself')
  given.finish()
  return settings
}
