import { failureText } from '@content-service/domain'
import { openDatabase, Replicas } from '@content-service/persistence'
import { checkTables } from '../check-tables.ts'
import type { Composition } from '../composition.ts'
import { openConfiguredDatabase } from '../database.ts'
import { InvalidSettings, readSettings, type Settings } from '../settings/read-settings.ts'
import { say, withDatabase, type Command } from './command.ts'

interface Finding {
  /** The checked setting or part. */
  readonly about: string
  /** The recommended change, or null. */
  readonly advice: string | null
  /** Whether the service cannot start or work without the change. */
  readonly isFatal: boolean
}

type Examine = (settings: Settings, composition: Composition) => Finding | Promise<Finding>

const better = (about: string, advice: string | null): Finding => ({ about, advice, isFatal: false })
const fatal = (about: string, error: unknown): Finding => ({
  about,
  advice: failureText(error),
  isFatal: true,
})

const examineDatabase: Examine = async (settings, { model, migrations }) => {
  const about = settings.databaseUrl === undefined ? `database in ${settings.dataDir}` : 'DATABASE_URL'
  try {
    const opened = await openConfiguredDatabase(settings, { model, migrations })
    await checkTables(opened.database, model).finally(() => opened.close())
    return better(about, null)
  } catch (error) {
    return fatal(about, error)
  }
}

const examineReplicas: Examine = async ({ databaseUrl, databaseReplicaUrls: urls, redisUrl }) => {
  const about = 'DATABASE_REPLICA_URLS'
  if (databaseUrl === undefined || urls.length === 0) return better(about, null)
  const advice =
    redisUrl === undefined
      ? ['set REDIS_URL as well; without it, only requests without a credential use the replicas']
      : []
  const database = await openDatabase({ url: databaseUrl })
  const opened = await Replicas.open(database, urls, {
    report: (place, error) => {
      if (error !== null) advice.push(`number ${place}: ${failureText(error)}`)
    },
  })
  await opened.ask()
  await opened.close()
  await database.close()
  return better(about, advice.length === 0 ? null : advice.join('; '))
}

const examinePolicy: Examine = ({ policyFile }, { policyOf }) => {
  try {
    const { findings } = policyOf(policyFile)
    const advice = findings.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return better('POLICY_FILE', advice === '' ? null : advice)
  } catch (error) {
    return fatal('POLICY_FILE', error)
  }
}

const quoteAll = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ')

/** C12.3: a role or permission that the policy does not define has no effect. */
const examineRights: Examine = async (settings, composition) => {
  const about = 'roles and permissions of users'
  try {
    const { policy } = composition.policyOf(settings.policyFile)
    const { roles, permissions } = await withDatabase('doctor', composition, ({ stores }) =>
      stores.users.heldRights(),
    )
    const unknown = [
      ...roles.filter((role) => !policy.roles.includes(role)),
      ...permissions.filter((permission) => !policy.permissions.some((name) => name === permission)),
    ]
    return better(
      about,
      unknown.length === 0
        ? null
        : `users hold ${quoteAll(unknown)}, which the policy does not define, so that they have no effect: ` +
            'add them to POLICY_FILE, or remove them from the users (content-service users list --role ROLE)',
    )
  } catch {
    // Another check explains the problem of the policy or of the database.
    return better(about, 'doctor can check this after you correct the database and the policy')
  }
}

/** Advice about settings that needs nothing but the settings. */
const ADVICE: Readonly<Record<string, (settings: Settings) => string | false>> = {
  'kind of database': ({ databaseUrl, production }) =>
    production &&
    databaseUrl === undefined &&
    'set DATABASE_URL to a PostgreSQL: the embedded database serves one process on one machine',
  BASE_URL: ({ baseUrl, production }) =>
    production &&
    !baseUrl?.startsWith('https:') &&
    'set it to the https address that people use: the service puts it into links in mails and responses',
  SMTP_URL: ({ smtpUrl, production }) =>
    production &&
    smtpUrl === undefined &&
    'set it: without it, the service sends no invitations and no mails for new passwords in production',
  WEB_CONCURRENCY: ({ webConcurrency, redisUrl }) =>
    webConcurrency > 1 &&
    redisUrl === undefined &&
    'set REDIS_URL: without it, each process counts requests and failed sign-ins separately',
}

const EXAMINATIONS: readonly Examine[] = [
  examineDatabase,
  examineReplicas,
  examinePolicy,
  examineRights,
  ...Object.entries(ADVICE).map(
    ([about, advise]): Examine =>
      (settings) =>
        better(about, advise(settings) || null),
  ),
]

const chooseWord = ({ advice, isFatal }: Finding): string => {
  if (advice === null) return 'ok     '
  return isFatal ? 'wrong  ' : 'better '
}

/** The settings; null after a report of every wrong setting. */
const readOrReport = (): Settings | null => {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    for (const problem of error.problems) say(`wrong  ${problem}`)
    return null
  }
}

export const command: Command = {
  help: `Usage: content-service doctor

Checks the settings, the database and the policy, and starts nothing. For each of them, the command prints ok, better or
wrong, and what to change.

Exit code: 0 all ok, 1 a setting could be better, 2 a setting is wrong.`,
  run: async (_args, composition) => {
    const settings = readOrReport()
    if (settings === null) return 2
    const findings: Finding[] = []
    for (const examine of EXAMINATIONS) findings.push(await examine(settings, composition))
    for (const finding of findings)
      say(`${chooseWord(finding)}${finding.about}${finding.advice === null ? '' : `: ${finding.advice}`}`)
    if (findings.some(({ isFatal }) => isFatal)) return 2
    return findings.some(({ advice }) => advice !== null) ? 1 : 0
  },
}
