import type { RecordType } from '@content-service/domain'
import { groupThousands, storesComputed } from '@content-service/domain/internal/model'
import { adviseName } from '@content-service/domain/internal/rules'
import { compareModel, computeRecords, countComputed } from '@content-service/persistence'
import { showProgress } from '../transfer/progress.ts'
import type { OpenCommand } from './command.ts'
import { Misused, say } from './misused.ts'

/** The messages of the first failures tell what to correct. */
const MOST_SHOWN = 10

/** The type with this name. @throws Misused for a type that stores no computed values. */
export const findComputedType = (types: readonly RecordType[], name: string): RecordType => {
  const known = types.filter(storesComputed)
  const type = known.find((each) => each.name === name)
  if (type !== undefined) return type
  if (known.length === 0) throw new Misused('No type of the model has a computed field with stored: true.')
  const advice = adviseName(
    name,
    known.map((each) => each.name),
  )
  throw new Misused(`No type with a stored computed field has the name ${name}; ${advice}`)
}

/** @throws Misused as long as the table has no column for a value. */
const requireColumns = async ({ database, composition: { model } }: OpenCommand, type: RecordType) => {
  const { differences } = await compareModel(database.session(), model)
  const missing = differences.filter(
    ({ message, preventsStart }) => preventsStart && message.startsWith(`${type.plural}.`),
  )
  if (missing.length === 0) return
  const messages = missing.map(({ message }) => message).join('\n')
  throw new Misused(
    `${messages}\nRun this migration first: npx content-service types migration NAME --out FILE`,
  )
}

/**
 * C16.2: writes the stored computed values of a type again. A run that ends early loses nothing: the next one writes the
 * values that still differ. Returns the exit code.
 */
export const computeType = async (opened: OpenCommand, type: RecordType): Promise<number> => {
  await requireColumns(opened, type)
  const em = opened.database.session()
  const progress = showProgress(await countComputed(em, type))
  let [records, changed, failed] = [0, 0, 0]
  const messages: string[] = []
  for await (const batch of computeRecords(em, type)) {
    records += batch.records
    changed += batch.changed
    failed += batch.failures.length
    messages.push(...batch.failures.slice(0, MOST_SHOWN - messages.length).map(({ message }) => message))
    progress.update(records, `${groupThousands(records)} records, ${groupThousands(changed)} changed`)
  }
  progress.finish()
  for (const message of messages) say(message)
  say(
    `${groupThousands(records)} records, ${groupThousands(changed)} changed${
      failed === 0 ? '' : `, ${groupThousands(failed)} failed; correct the code, and run the command again`
    }`,
  )
  return failed === 0 ? 0 : 1
}
