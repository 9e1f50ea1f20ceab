import { readServerState } from '@content-service/persistence'
import type { Composition } from '../../composition/composition.ts'
import { InvalidSettings, readSettings, type Settings } from '../../settings/read-settings.ts'
import { refuseArguments, say, type Command } from '../command.ts'
import { ADVISORS } from './advice.ts'
import {
  examineClock,
  examineConnections,
  examineDatabase,
  examineDirectUrl,
  examineReplicas,
} from './database.ts'
import type { Examine, Examined, Finding } from './finding.ts'
import { examineAdministrator, examinePolicy, examineRights } from './records.ts'
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

const examineAll = async (settings: Settings, composition: Composition): Promise<readonly Finding[]> => {
  const target: Examined = { settings, composition, server: await askServer(settings) }
  const database = await examineDatabase(target)
  // The others do not ask a database that does not work.
  const examined = database.isFatal ? { ...target, server: NO_SERVER } : target
  const findings = [database]
  for (const examine of OF_RECORDS) findings.push(await examine(examined))
  return [...findings, ...(await Promise.all(OF_OTHERS.map((examine) => examine(examined))))]
}

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
  help: `Usage: npx content-service doctor

Checks the settings, and connects to each server that they name: the database and its replicas, Redis, the mail server, the
collector of traces, and the URL of the service. It reads the files that they name, and listens for a moment where the
service would. It migrates the database, and starts nothing. For each of them, the
command prints ok, better or wrong, and what to change. It waits for no server longer than 5 s.

Exit code: 0 all ok, 1 a setting could be better, 2 a setting is wrong or a server does not answer.`,
  run: async (args, composition) => {
    refuseArguments('doctor', args)
    const settings = readOrReport()
    if (settings === null) return 2
    const findings = await examineAll(settings, composition)
    for (const finding of findings)
      say(`${chooseWord(finding)}${finding.about}${finding.advice === null ? '' : `: ${finding.advice}`}`)
    if (findings.some(({ isFatal }) => isFatal)) return 2
    return findings.some(({ advice }) => advice !== null) ? 1 : 0
  },
}
