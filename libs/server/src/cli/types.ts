import { writeFile } from 'node:fs/promises'
import { builtInModel, type ContentModel } from '@content-service/domain'
import { listUnreachedStates } from '@content-service/domain/model'
import { compareModel, type TableComparison } from '@content-service/persistence'
import type { Composition } from '../composition/composition.ts'
import { openUnchangedDatabase } from '../storage/database.ts'
import { readSettings } from '../settings/read-settings.ts'
import { createCommand } from './actions.ts'
import { Misused, say } from './command.ts'
import { parseMigrationName, renderMigration } from './migration-file.ts'
import { describeTypes } from './type-list.ts'

const NO_CONTENT = `These are the types of the service alone. To add your own types, name their module in package.json:
npm pkg set content-service=src/content.ts`

const AGREEMENT = 'The tables agree with the content types.'

const compare = async ({ model, migrations }: Composition): Promise<TableComparison> => {
  const { database, close } = await openUnchangedDatabase(readSettings(process.env), { model, migrations })
  try {
    return await compareModel(database.session(), model)
  } finally {
    await close()
  }
}

/** C17.10: a release can declare a state before the next release has an operation that leads to it. */
const listNotes = ({ types }: ContentModel): readonly string[] =>
  types.flatMap((type) =>
    listUnreachedStates(type).map(
      (state) => `Note: no operation of ${type.name} leads to the state ${state} yet.`,
    ),
  )

const check = async (composition: Composition): Promise<number> => {
  const { differences } = await compare(composition)
  for (const { message } of differences) say(message)
  if (differences.length === 0) say(AGREEMENT)
  for (const note of listNotes(composition.model)) say(note)
  return differences.length === 0 ? 0 : 1
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

const proposeMigration = async (
  name: string,
  file: string | undefined,
  composition: Composition,
): Promise<number> => {
  const parsedName = parseMigrationName(name)
  const comparison = await compare(composition)
  if (comparison.differences.length === 0) {
    process.stderr.write(`${AGREEMENT}\n`)
    return 1
  }
  const text = renderMigration(parsedName, comparison, new Date())
  if (file === undefined) process.stdout.write(text)
  else {
    await writeNew(file, text)
    say(`Wrote ${file}. Read it, and add its class to the migrations of your service.`)
  }
  return 0
}

export const command = createCommand({
  name: 'types',
  options: { out: { type: 'string', help: 'the file for the migration' } },
  actions: {
    list: {
      help: 'lists the content types with their permissions and fields',
      run: async ({ composition: { model } }) =>
        say(model === builtInModel ? `${describeTypes(model)}\n\n${NO_CONTENT}` : describeTypes(model)),
    },
    check: {
      help: 'lists the differences between the content types and the tables (exit code 1 if there are any)',
      run: ({ composition }) => check(composition),
    },
    migration: {
      usage: 'NAME [--out FILE]',
      help: `prints a migration that removes the differences, as TypeScript, or writes it to FILE. Read and complete it
before you use it. Exit code 1: there are no differences`,
      options: ['out'],
      run: ({ words: [name = ''], values, composition }) => proposeMigration(name, values.out, composition),
    },
  },
  notes: 'The command changes no table. Run the migrations that you have first: npx content-service migrate',
})
