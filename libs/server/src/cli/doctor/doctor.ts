import { readServerState } from '@content-service/persistence'
import type { Composition } from '../../composition/composition.ts'
import { examineSettings, type ExaminedSettings, type Settings } from '../../settings/read-settings.ts'
import { refuseArguments, type Command } from '../command.ts'
import { say } from '../misused.ts'
import { ADVISORS } from './advice.ts'
import {
  examineClock,
  examineConnections,
  examineDatabase,
  examineDirectUrl,
  examineReplicas,
} from './database.ts'
import { better, type Examine, type Examined, type Finding } from './finding.ts'
import { examineAdministrator, examineHandlers, examinePolicy, examineRights } from './records.ts'
import { examineBaseUrl, examineMail, examineRedis, examineTraces } from './servers.ts'
import {
  examineAuthListening,
  examineAdminPassword,
  examineDocuments,
  examineListening,
  examineSecret,
} from './start.ts'
import { limitTime } from './time-limit.ts'

/** One after the other: the embedded database serves one at a time. */
const OF_RECORDS: readonly Examine[] = [
  examinePolicy,
  examineRights,
  examineAdministrator,
  examineAdminPassword,
  examineHandlers,
]

const OF_OTHERS: readonly Examine[] = [
  examineListening,
  examineAuthListening,
  examineDocuments,
  examineSecret,
  examineDirectUrl,
  examineConnections,
  examineClock,
  examineReplicas,
  examineRedis,
  examineMail,
  examineTraces,
  examineBaseUrl,
  ...ADVISORS,
]

/** Whether the PostgreSQL answers at all: a check of a server that hangs would wait for ever. */
const askServer = async ({
  databaseUrl: url,
  databaseDirectUrl: directUrl,
}: Settings): Promise<Examined['server']> => {
  if (url === undefined) return null
  const [server] = await Promise.allSettled([limitTime(readServerState('DATABASE_URL', url, { directUrl }))])
  return server
}

const NO_SERVER: Examined['server'] = { status: 'rejected', reason: null }

/** Wrong settings may mean a PostgreSQL, so that the embedded database is perhaps not the database of the service. */
const isDatabaseKnown = ({ settings, problems }: ExaminedSettings): boolean =>
  problems.length === 0 || settings.databaseUrl !== undefined

const UNKNOWN_DATABASE = better('database', 'doctor can check this after you correct the settings')

const examineAll = async (read: ExaminedSettings, composition: Composition): Promise<readonly Finding[]> => {
  const { settings } = read
  const target: Examined = { settings, composition, server: await askServer(settings) }
  const isKnown = isDatabaseKnown(read)
  const database = isKnown ? await examineDatabase(target) : UNKNOWN_DATABASE
  // The others do not ask a database that does not work.
  const examined = database.isFatal || !isKnown ? { ...target, server: NO_SERVER } : target
  const findings = [database]
  for (const examine of OF_RECORDS) findings.push(await examine(examined))
  return [...findings, ...(await Promise.all(OF_OTHERS.map((examine) => examine(examined))))]
}

const chooseWord = ({ advice, isFatal }: Finding): string => {
  if (advice === null) return 'ok     '
  return isFatal ? 'wrong  ' : 'better '
}

/** The check of a wrong setting would be a check of its default. */
const isAbout =
  (names: readonly string[]) =>
  ({ about }: Finding): boolean =>
    about.split(/[ ,]+/).some((word) => names.includes(word))

const tell = (finding: Finding): void => {
  const { about, advice } = finding
  say(`${chooseWord(finding)}${about}${advice === null ? '' : `: ${advice}`}`)
}

export const command: Command = {
  help: `Usage: npx content-service doctor

Checks the settings, and connects to each server that they name: the database and its replicas, Redis, the mail server, the
collector of traces, and the URL of the service. It reads the files that they name, and listens for a moment where the
service would. It migrates the database, and starts nothing. For each of them, the
command prints ok, better or wrong, and what to change. If a setting is wrong or missing, it still checks the others. It waits for no server longer than 5 s.

Exit code: 0 all ok, 1 a setting could be better, 2 a setting is wrong or a server does not answer.`,
  run: async (args, composition) => {
    refuseArguments('doctor', args)
    const read = examineSettings(process.env)
    for (const problem of read.problems) say(`wrong  ${problem}`)
    const isAboutWrong = isAbout(read.wrong)
    const findings = (await examineAll(read, composition)).filter((finding) => !isAboutWrong(finding))
    for (const finding of findings) tell(finding)
    if (read.problems.length > 0 || findings.some(({ isFatal }) => isFatal)) return 2
    return findings.some(({ advice }) => advice !== null) ? 1 : 0
  },
}
