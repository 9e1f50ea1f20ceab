import { isMisspelling, OperatorError } from '@content-service/domain/internal/rules'
import {
  isSetting,
  listSettings,
  type Program,
  type Setting,
  type SettingsTable,
  type ValuesOf,
} from './setting.ts'
import { SETTINGS } from './table.ts'

/** The variables that configure a process. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The settings of the api (C10.2). */
export interface Settings extends ValuesOf<typeof SETTINGS, 'api'> {
  readonly production: boolean
}

/** The settings of the worker (C10.2). */
export interface WorkerSettings extends ValuesOf<typeof SETTINGS, 'worker'> {
  readonly production: boolean
  readonly databaseUrl: string
  readonly baseUrl: string
}

/** The error for wrong settings. It names all of them (C10.2), each in a line. */
export class InvalidSettings extends OperatorError {
  override readonly name = 'InvalidSettings'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The settings of the api, and their problems. */
export interface ExaminedSettings {
  /** A wrong setting has its default. */
  readonly settings: Settings
  /** The names of the settings whose values are wrong. */
  readonly wrong: readonly string[]
  readonly problems: readonly string[]
}

/** @throws InvalidSettings. */
export const readSettings = (environment: Environment): Settings => {
  const { settings, problems } = examineSettings(environment)
  refuseProblems(problems)
  return settings
}

/** Reads all settings, although some are wrong or missing: for `doctor`, which reports every problem. */
export const examineSettings = (environment: Environment): ExaminedSettings => {
  const { values, problems, wrong } = readTable('api', environment)
  const settings = { ...values, production: isProduction(environment) }
  // A setting that is wrong is not missing.
  const lacksDatabase = !isSet('DATABASE_URL', environment)
  const {
    databaseDirectUrl,
    databaseSchema,
    webConcurrency,
    databaseReplicaUrls,
    trustedDocuments,
    trustedDocumentsFile,
  } = settings
  const found: readonly Problem[] = [
    ...problems,
    keyProblem(settings, environment),
    firstClientProblem(environment),
    lacksKey(environment) && 'Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production',
    webConcurrency > 1 &&
      lacksDatabase &&
      'WEB_CONCURRENCY needs a DATABASE_URL: only one process can use the embedded database',
    databaseDirectUrl !== undefined &&
      lacksDatabase &&
      'Set DATABASE_URL to the pooler of the PostgreSQL in DATABASE_DIRECT_URL',
    databaseSchema !== undefined &&
      lacksDatabase &&
      'Set DATABASE_URL to the PostgreSQL that has the schema in DATABASE_SCHEMA',
    databaseReplicaUrls.length > 0 &&
      lacksDatabase &&
      'Set DATABASE_URL to the primary database of the replicas in DATABASE_REPLICA_URLS',
    trustedDocuments === 'require' &&
      trustedDocumentsFile === undefined &&
      'TRUSTED_DOCUMENTS=require needs TRUSTED_DOCUMENTS_FILE, the file with the documents that clients may run',
    ...misspeltNames('api', environment),
  ]
  return { settings, wrong, problems: found.filter((problem) => problem !== false) }
}

/** @throws InvalidSettings. */
export const readWorkerSettings = (environment: Environment): WorkerSettings => {
  const { values, problems } = readTable('worker', environment)
  const { databaseUrl = '', baseUrl = 'http://localhost:3000' } = values
  const settings = { ...values, databaseUrl, baseUrl, production: isProduction(environment) }
  refuseProblems([
    ...problems,
    keyProblem(settings, environment),
    !isSet('DATABASE_URL', environment) &&
      'Set DATABASE_URL. Without it, the API uses the embedded database and runs the jobs itself',
    lacksKey(environment) &&
      'Set JWT_SECRET or JWT_PRIVATE_KEY_FILE in production, to the same value as for the API',
    ...misspeltNames('worker', environment),
  ])
  return settings
}

/** A sentence about wrong settings, or false if they are right. */
type Problem = string | false

const refuseProblems = (found: readonly Problem[]): void => {
  const problems = found.filter((problem) => problem !== false)
  if (problems.length > 0) throw new InvalidSettings(problems)
}

const isSet = (name: string, environment: Environment): boolean => (environment[name] ?? '') !== ''

const isProduction = (environment: Environment): boolean => environment['NODE_ENV'] === 'production'

const readTable = <Reader extends Program>(program: Reader, environment: Environment) => {
  const problems: string[] = []
  const wrong: string[] = []
  const read = (setting: Setting): unknown => {
    try {
      return readSetting(setting, environment)
    } catch (error) {
      wrong.push(setting.name)
      problems.push(`${setting.name} ${(error as Error).message}`)
      return setting.default
    }
  }
  const readEntries = (table: SettingsTable): object =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([, entry]) => listSettings({ entry }).some(({ readBy }) => readBy.includes(program)))
        .map(([name, entry]) => [name, isSetting(entry) ? read(entry) : readEntries(entry)]),
    )
  // `Object.fromEntries` loses the types of the values.
  return { values: readEntries(SETTINGS) as ValuesOf<typeof SETTINGS, Reader>, problems, wrong }
}

const readSetting = (setting: Setting, environment: Environment): unknown => {
  if (isSet(setting.name, environment)) return setting.parse(environment[setting.name] ?? '')
  return isProduction(environment) ? (setting.inProduction ?? setting.default) : setting.default
}

const lacksKey = (environment: Environment): boolean =>
  isProduction(environment) && !['JWT_SECRET', KEY_FILE].some((name) => isSet(name, environment))

const KEY_FILE = 'JWT_PRIVATE_KEY_FILE'

/** C7.2. */
const keyProblem = (
  { tokenKeys, jwtAlgorithm }: Pick<Settings, 'jwtAlgorithm' | 'tokenKeys'>,
  environment: Environment,
): Problem => {
  if (tokenKeys === undefined && isSet(KEY_FILE, environment)) return false
  const algorithm = tokenKeys?.signing.algorithm ?? 'HS256'
  if (jwtAlgorithm === undefined || jwtAlgorithm === algorithm) return false
  return tokenKeys === undefined
    ? `JWT_ALGORITHM ${jwtAlgorithm} needs JWT_PRIVATE_KEY_FILE`
    : `JWT_ALGORITHM is ${jwtAlgorithm}, but the first key of JWT_PRIVATE_KEY_FILE is for ${algorithm}`
}

/** All settings of the first client, or none. */
const firstClientProblem = (environment: Environment): Problem => {
  const names = listSettings(SETTINGS.firstClient).map(({ name }) => name)
  const missing = names.filter((name) => !isSet(name, environment))
  if (missing.length === 0 || missing.length === names.length) return false
  return `Set ${names.join(', ')} together: ${missing.join(' and ')} is missing`
}

/** A shorter name differs by one letter from many names of other programs. */
const SHORTEST_GUESSED_NAME = 8

/** Finds misspelt names, because a misspelt setting would have no effect. */
const misspeltNames = (program: Program, environment: Environment): readonly Problem[] => {
  const settings = listSettings(SETTINGS)
  const known = new Set(settings.map(({ name }) => name))
  const read = settings.filter(({ readBy }) => readBy.includes(program))
  return Object.keys(environment)
    .filter((name) => !known.has(name) && name.length >= SHORTEST_GUESSED_NAME)
    .map((name) => {
      const meant = read.find((setting) => isMisspelling(name, setting.name))
      return meant !== undefined && `${name} is no setting. Did you mean ${meant.name}?`
    })
}
