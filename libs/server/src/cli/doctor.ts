import { failureText, serviceAct } from '@content-service/domain'
import { createStores, openDatabase, Replicas } from '@content-service/persistence'
import { checkTables } from '../check-tables.ts'
import type { Composition } from '../composition.ts'
import { openConfiguredDatabase } from '../database.ts'
import { InvalidSettings, readSettings, type Settings } from '../settings/read-settings.ts'
import { say, type Command } from './command.ts'

/** What was looked at: null when it is in order, else what to change. */
interface Finding {
  readonly about: string
  readonly advice: string | null
  /** Whether the service does not start, or not work, because of it. */
  readonly isFatal: boolean
}

type Examine = (settings: Settings, composition: Composition) => Finding | Promise<Finding>

const inOrder = (about: string): Finding => ({ about, advice: null, isFatal: false })
const better = (about: string, advice: string | null): Finding => ({ about, advice, isFatal: false })
const fatal = (about: string, error: unknown): Finding => ({
  about,
  advice: failureText(error),
  isFatal: true,
})

const database: Examine = async (settings, { model, migrations }) => {
  const about = settings.databaseUrl === undefined ? `database in ${settings.dataDir}` : 'DATABASE_URL'
  try {
    const opened = await openConfiguredDatabase(settings, { model, migrations })
    await checkTables(opened.database, model).finally(() => opened.close())
    return inOrder(about)
  } catch (error) {
    return fatal(about, error)
  }
}

const replicas: Examine = async ({ databaseUrl, databaseReplicaUrls: urls, redisUrl }) => {
  const about = 'DATABASE_REPLICA_URLS'
  if (databaseUrl === undefined || urls.length === 0) return inOrder(about)
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

const policy: Examine = ({ policyFile }, { policyOf }) => {
  try {
    const { findings } = policyOf(policyFile)
    const advice = findings.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return better('POLICY_FILE', advice === '' ? null : advice)
  } catch (error) {
    return fatal('POLICY_FILE', error)
  }
}

const listed = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ')

/** C12.3: what a user holds and the policy does not know gives them nothing. */
const heldRights: Examine = async (settings, composition) => {
  const about = 'roles and permissions of users'
  try {
    const known = composition.policyOf(settings.policyFile).policy
    const held = await readHeldRights(settings, composition)
    const unknown = [
      ...held.roles.filter((role) => !known.roles.includes(role)),
      ...held.permissions.filter((permission) => !known.permissions.some((name) => name === permission)),
    ]
    return better(
      about,
      unknown.length === 0
        ? null
        : `users hold ${listed(unknown)}, which the policy does not define, so that they have no effect: ` +
            'add them to POLICY_FILE, or remove them from the users (content-service users list --role ROLE)',
    )
  } catch {
    // What is wrong with the policy or the database has a line of its own.
    return better(about, 'doctor can check this after you correct the database and the policy')
  }
}

const readHeldRights = async (settings: Settings, { model, migrations }: Composition) => {
  const { database, close } = await openConfiguredDatabase(settings, { model, migrations })
  try {
    return await createStores(database.session(), serviceAct('doctor', new Date())).users.heldRights()
  } finally {
    await close()
  }
}

const address: Examine = ({ baseUrl, production }) =>
  better(
    'BASE_URL',
    production && !baseUrl?.startsWith('https:')
      ? 'set it to the https address that people use: the service puts it into links in mails and responses'
      : null,
  )

const mail: Examine = ({ smtpUrl, production }) =>
  better(
    'SMTP_URL',
    production && smtpUrl === undefined
      ? 'set it: without it, the service sends no invitations and no mails for new passwords in production'
      : null,
  )

const embedded: Examine = ({ databaseUrl, production }) =>
  better(
    'kind of database',
    production && databaseUrl === undefined
      ? 'set DATABASE_URL to a PostgreSQL: the embedded database serves one process on one machine'
      : null,
  )

const processes: Examine = ({ webConcurrency, redisUrl }) =>
  better(
    'WEB_CONCURRENCY',
    webConcurrency > 1 && redisUrl === undefined
      ? 'set REDIS_URL: without it, each process counts requests and failed sign-ins separately'
      : null,
  )

const EXAMINATIONS: readonly Examine[] = [
  database,
  replicas,
  embedded,
  policy,
  heldRights,
  address,
  mail,
  processes,
]

const wordFor = ({ advice, isFatal }: Finding): string => {
  if (advice === null) return 'ok     '
  return isFatal ? 'wrong  ' : 'better '
}

/** The settings, or every wrong one told. */
const settingsOrTold = (): Settings | null => {
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
    const settings = settingsOrTold()
    if (settings === null) return 2
    const findings: Finding[] = []
    for (const examine of EXAMINATIONS) findings.push(await examine(settings, composition))
    for (const finding of findings)
      say(`${wordFor(finding)}${finding.about}${finding.advice === null ? '' : `: ${finding.advice}`}`)
    if (findings.some(({ isFatal }) => isFatal)) return 2
    return findings.some(({ advice }) => advice !== null) ? 1 : 0
  },
}
