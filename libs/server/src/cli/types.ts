import { writeFile } from 'node:fs/promises'
import { builtInModel, type ContentModel } from '@content-service/domain'
import { listUnreachedStates } from '@content-service/domain/internal/model'
import {
  acceptLoss,
  compareModel,
  type Database,
  type EarlierDefaults,
  type TableComparison,
  type TableDifference,
} from '@content-service/persistence'
import type { Composition } from '../composition/composition.ts'
import { openUnchangedDatabase } from '../storage/database.ts'
import { readSettings } from '../settings/read-settings.ts'
import { createCommand } from './actions.ts'
import { checkData } from './check-data.ts'
import { computeType, findComputedType } from './compute-types.ts'
import { Misused, say } from './misused.ts'
import { parseMigrationName, renderMigration } from './migration-file.ts'
import { describeTypes } from './type-list.ts'
import { listEarlierDefaults } from './versions/accepted-default.ts'
import { compareVersions, describeComparison } from './versions/compare-versions.ts'
import { readEarlier } from './versions/read-earlier.ts'
import { describeModel } from './versions/type-document.ts'

const NO_CONTENT = `These are the types of the service alone. To add your own types, name their module in package.json:
npm pkg set content-service=src/content.ts`

const AGREEMENT = 'The tables agree with the content types.'

/** Opens the database for work that changes nothing. */
const read = async <Result>(
  { model, migrations }: Composition,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const { database, close } = await openUnchangedDatabase(readSettings(process.env), { model, migrations })
  try {
    return await work(database)
  } finally {
    await close()
  }
}

const compare = (composition: Composition, earlier?: EarlierDefaults): Promise<TableComparison> =>
  read(composition, (database) => compareModel(database.session(), composition.model, { earlier }))

/** C17.10: a release can declare a state before the next release has an operation that leads to it. */
const listNotes = ({ types }: ContentModel): readonly string[] =>
  types.flatMap((type) =>
    listUnreachedStates(type).map(
      (state) => `Note: no operation and no transition of ${type.name} leads to the state ${state} yet.`,
    ),
  )

const sayComparison = ({ model }: Composition, comparison: TableComparison): number => {
  const { differences, undeclaredTables, leftOut } = comparison
  for (const { message } of differences) say(message)
  if (differences.length === 0) say(AGREEMENT)
  for (const table of undeclaredTables)
    say(`Note: no type and no link to many records declares the table ${table}.`)
  for (const message of leftOut) say(`Note: ${message}.`)
  for (const note of listNotes(model)) say(note)
  return differences.length === 0 ? 0 : 1
}

const check = async (composition: Composition): Promise<number> =>
  sayComparison(composition, await compare(composition))

const FIRST = 'The records cannot be read before the tables have what the content types need.'

/** C17.10: the tables, and then the records in them. */
const checkWithData = (composition: Composition): Promise<number> =>
  read(composition, async (database) => {
    const { model } = composition
    const comparison = await compareModel(database.session(), model)
    const code = sayComparison(composition, comparison)
    if (!comparison.differences.some(({ preventsStart }) => preventsStart))
      return Math.max(code, await checkData(database, model))
    say(FIRST)
    return code
  })

/** @throws Misused for both options. */
const chooseCheck = (composition: Composition, { against, data }: CheckOptions): Promise<number> => {
  if (against === undefined) return data ? checkWithData(composition) : check(composition)
  if (data) throw new Misused('--against reads no database. Leave out --data, or run the command twice.')
  return checkAgainst(against, composition)
}

interface CheckOptions {
  readonly against?: string | undefined
  readonly data?: boolean | undefined
}

/** C17.10: whether processes of this version and of the version before can run beside each other. */
const checkAgainst = async (file: string, { model }: Composition): Promise<number> => {
  const changes = compareVersions(await readEarlier(file), describeModel(model))
  say(describeComparison(changes))
  return changes.length === 0 ? 0 : 1
}

/** Writes a new file. It never replaces a file, because a person may have reviewed the migration in it. */
const writeNew = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Misused(`The file ${file} exists. Give another name.`, { cause: error })
  }
}

interface Proposed {
  readonly out?: string | undefined
  readonly against?: string | undefined
  readonly 'accept-loss'?: boolean | undefined
}

/** @throws Misused for declarations for which there is no migration. */
const refuseWrong = (differences: readonly TableDifference[]): void => {
  const refused = differences.filter(({ isRefused }) => isRefused)
  if (refused.length > 0) throw new Misused(refused.map(({ message }) => message).join('\n'))
}

const proposeMigration = async (
  name: string,
  { out: file, against, 'accept-loss': acceptsLoss = false }: Proposed,
  composition: Composition,
): Promise<number> => {
  const parsedName = parseMigrationName(name)
  const earlier = against === undefined ? undefined : listEarlierDefaults(await readEarlier(against))
  const comparison = await compare(composition, earlier)
  if (comparison.differences.length === 0) {
    process.stderr.write(`${AGREEMENT}\n`)
    return 1
  }
  const { differences } = comparison
  refuseWrong(differences)
  const accepted = acceptsLoss ? { ...comparison, differences: acceptLoss(differences) } : comparison
  const text = renderMigration(parsedName, accepted, new Date())
  if (file === undefined) process.stdout.write(text)
  else {
    await writeNew(file, text)
    say(`Wrote ${file}. Read it, and add its class to the migrations of your service.`)
  }
  return 0
}

export const command = createCommand({
  name: 'types',
  options: {
    out: { type: 'string', help: 'the file for the migration' },
    json: { type: 'boolean', help: 'prints JSON, with which a later version can compare itself' },
    against: { type: 'string', help: 'the output of types list --json of the version before' },
    data: { type: 'boolean', help: 'compares all records with the limits and checks of their types' },
    'accept-loss': { type: 'boolean', help: 'decimals may lose digits, where a field has fewer of them' },
  },
  actions: {
    list: {
      usage: '[--json]',
      help: 'lists the roles of the model, and the content types with their permissions and fields',
      options: ['json'],
      run: async ({ values, composition: { model } }) => {
        if (values.json) return say(JSON.stringify(describeModel(model), null, 2))
        say(model === builtInModel ? `${describeTypes(model)}\n\n${NO_CONTENT}` : describeTypes(model))
      },
    },
    check: {
      usage: '[--data | --against FILE]',
      help: `lists the differences between the content types and the tables (exit code 1 if there are any).
With --data, it reads all records, too, and says how many break a limit or the check of their type
(exit code 1 if there are any).
With --against, it says whether processes of this version and of the version before can run beside
each other, and reads no database (exit code 1 if they cannot, with the steps in their order)`,
      options: ['against', 'data'],
      run: ({ values, composition }) => chooseCheck(composition, values),
    },
    migration: {
      usage: 'NAME [--out FILE] [--against FILE] [--accept-loss]',
      help: `prints a migration that removes the differences, as TypeScript, or writes it to FILE. Read and complete it
before you use it. Exit code 1: there are no differences`,
      options: ['out', 'against', 'accept-loss'],
      run: ({ words: [name = ''], values, composition }) => proposeMigration(name, values, composition),
    },
    compute: {
      usage: 'TYPE',
      help: `writes the stored computed values of all records of a type again, such as Recipe: after a migration that adds
the column, and after a change of the code. It makes no version and no event, and you can run it again
at any time, also after an interruption. Exit code 1: the code fails on some records`,
      run: ({ words: [name = ''], composition, open }) => {
        const type = findComputedType(composition.model.types, name)
        return open((opened) => computeType(opened, type))
      },
    },
  },
  notes:
    'The command changes no table, but compute fills columns. Run the migrations that you have first: npx content-service migrate',
})
