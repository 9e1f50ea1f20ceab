import { type ContentModel } from '@content-service/domain'
import { OperatorError } from '@content-service/domain/internal/rules'
import {
  compareModel,
  isCompared,
  noteCompared,
  type Database,
  type TableDifference,
} from '@content-service/persistence'

/** C17.10: the start knows nothing of other processes, which fail as soon as the names change. */
const STOP = 'First stop all processes of the version before: they cannot run on the names of now.\n'

/** The tables differ from the content types. */
class WrongTables extends OperatorError {
  override readonly name = 'WrongTables'

  constructor(problems: readonly TableDifference[]) {
    super(
      `The database does not have the tables that the content types need:\n  ${listMessages(problems).join('\n  ')}\n` +
        `${problems.some(({ isRename }) => isRename) ? STOP : ''}To write the migration, run npx content-service types migration NAME --out FILE`,
    )
  }
}

const listMessages = (differences: readonly { readonly message: string }[]): readonly string[] =>
  differences.map(({ message }) => message)

/**
 * Compares the tables of the declared types with their declarations, and returns the differences with which a process can
 * run. C15.17: a process of the version before also runs on tables that a later version has changed. @throws OperatorError
 * with all other differences.
 */
export const checkTables = async (
  database: Database,
  model: ContentModel,
  leavesOutRows = false,
): Promise<readonly string[]> => {
  const { differences, leftOut } = await compareModel(database.session(), model, { leavesOutRows })
  const preventing = differences.filter(({ preventsStart }) => preventsStart)
  const warnings = [...listMessages(differences), ...leftOut]
  if (preventing.length === 0) return warnings
  const isLater = await database.isOfLaterVersion()
  const problems = preventing.filter(({ canBeOfLater }) => !isLater || !canBeOfLater)
  if (problems.length > 0) throw new WrongTables(problems)
  return warnings
}

/**
 * `checkTables` for a start. C17.10: it reads the rows only if the declarations are not those of the last start, or if that start
 * has found a difference.
 */
export const checkTablesAtStart = async (
  database: Database,
  model: ContentModel,
): Promise<readonly string[]> => {
  const leavesOutRows = await isCompared(database.session(), model)
  const warnings = await checkTables(database, model, leavesOutRows)
  if (!leavesOutRows) {
    const noted = noteCompared(database.session(), model, warnings.length > 0)
    // C10.4: a full disk refuses the note. The next start compares again.
    await noted.catch(() => undefined)
  }
  return warnings
}
